package dev.coset.report;

import java.util.List;

/**
 * @param lead one sentence that says what the section answers
 */
record Section(String id, String title, String lead, List<Block> blocks) {
  Section {
    blocks = List.copyOf(blocks);
  }
}
