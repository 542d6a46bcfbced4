import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/**
 * Says which tests the build skipped: a line for each reason that tests gave, and none where all
 * were run. {@code java LeftOut.java SINCE [TAG]} reads the reports of all modules below the
 * working directory; those written before the build began, at SINCE, belong to another one. Tests
 * with the tag were not to run.
 */
void main(String[] args) throws IOException, XMLStreamException {
  var tests = new TreeMap<String, Integer>();
  for (Path report : reports(Instant.parse(args[0]))) {
    for (String reason : reasons(report)) {
      tests.merge(reason, 1, Integer::sum);
    }
  }
  if (args.length > 1 && !args[1].isEmpty()) {
    System.out.printf(
        "Left out: the slow tests, those with the tag %s. To have them, run mvn -P%s verify.%n",
        args[1], args[1]);
  }
  tests.forEach(
      (reason, count) ->
          System.out.printf(
              "Left out (%d %s): %s%n", count, count == 1 ? "test" : "tests", reason));
}

List<Path> reports(Instant since) throws IOException {
  try (var files =
      Files.find(
          Path.of(""),
          4,
          (file, attributes) ->
              file.getParent() != null
                  && file.getParent().endsWith("target/surefire-reports")
                  && file.toString().endsWith(".xml")
                  && !attributes.lastModifiedTime().toInstant().isBefore(since))) {
    return files.toList();
  }
}

/** One for each test that was skipped. */
List<String> reasons(Path report) throws IOException, XMLStreamException {
  var reasons = new ArrayList<String>();
  try (var in = Files.newInputStream(report)) {
    var xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
    String test = "";
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "testcase" ->
              test =
                  xml.getAttributeValue(null, "classname")
                      + "."
                      + xml.getAttributeValue(null, "name");
          case "skipped" -> {
            String message = xml.getAttributeValue(null, "message"); // of @Disabled and the like
            String trace = xml.getElementText(); // of an assumption that failed
            String reason =
                (message != null ? message : trace.lines().findFirst().orElse(""))
                    .replaceFirst("^(\\S+Exception: )?(Assumption failed: )?", "");
            reasons.add(reason.isBlank() ? test + " does not say why." : reason);
          }
          default -> {}
        }
      }
    }
  }
  return reasons;
}
