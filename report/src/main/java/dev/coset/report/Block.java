package dev.coset.report;

import dev.coset.diagnostics.Finding;
import dev.coset.report.chart.Chart;
import dev.coset.store.CompressedRun;
import java.util.List;

/** A part of a section. All texts are plain: the page escapes them. */
sealed interface Block {

  record Figure(Chart chart) implements Block {}

  /** A sentence or two, such as why there is no chart. */
  record Text(String text) implements Block {}

  /** Key figures side by side. */
  record Facts(List<Fact> facts) implements Block {
    public Facts {
      facts = List.copyOf(facts);
    }
  }

  /**
   * @param note what helps to read the value; may be empty
   */
  record Fact(String label, String value, String note) {}

  /** What was found, worst first. */
  record Findings(List<Finding> findings) implements Block {
    public Findings {
      findings = List.copyOf(findings);
    }
  }

  record Table(String title, String meaning, List<String> header, List<List<String>> rows)
      implements Block {
    public Table {
      header = List.copyOf(header);
      rows = List.copyOf(rows);
    }
  }

  /** A table of rows of the data, which may have to stay out of a page. */
  record Rows(Table table) implements Block {}

  /** A form that asks a posterior which travels with the page. */
  record WhatIf(CompressedRun run) implements Block {}

  /** Something to copy. */
  record Code(String title, String text) implements Block {}
}
