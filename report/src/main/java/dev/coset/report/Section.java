package dev.coset.report;

import java.util.List;

/**
 * A part of a page.
 *
 * @param lead one sentence that says what the section answers
 * @param advanced whether it lies in the part of the page that is closed at first
 */
record Section(String id, String title, String lead, List<Block> blocks, boolean advanced) {
  Section {
    blocks = List.copyOf(blocks);
  }

  Section(String id, String title, String lead, List<Block> blocks) {
    this(id, title, lead, blocks, false);
  }

  /** The same in the part of the page that is closed at first. */
  Section inAdvanced() {
    return new Section(id, title, lead, blocks, true);
  }

  Section with(List<Block> others) {
    return new Section(id, title, lead, others, advanced);
  }
}
