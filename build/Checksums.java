import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the jars of Maven's local repository against build/checksums.txt. {@code java
 * Checksums.java REPOSITORY check} refuses a jar whose SHA-256 differs from the list; {@code
 * strict} also one that is not listed, for a repository that only this build has filled; {@code
 * write} makes the list anew.
 */
void main(String[] args) throws IOException, NoSuchAlgorithmException {
  Path repository = Path.of(args[0]);
  Path list = Path.of("build/checksums.txt");
  if (args[1].equals("write")) {
    var lines = new ArrayList<String>();
    for (var jar : jars(repository).entrySet()) {
      lines.add(digest(jar.getValue()) + "  " + jar.getKey());
    }
    Files.write(list, lines);
    return;
  }
  var wrong = new ArrayList<String>();
  var expected = new TreeMap<String, String>();
  for (String line : Files.readAllLines(list)) {
    expected.put(line.substring(66), line.substring(0, 64));
  }
  for (var jar : jars(repository).entrySet()) {
    String wanted = expected.get(jar.getKey());
    if (wanted == null ? args[1].equals("strict") : !wanted.equals(digest(jar.getValue()))) {
      wrong.add(jar.getKey() + (wanted == null ? " is not listed" : " differs"));
    }
  }
  if (!wrong.isEmpty()) {
    System.err.printf(
        "Jars that are not those of %s: %s. Remove them from %s and build again; after a change of"
            + " versions, renew the list as CONTRIBUTING.md says.%n",
        list, String.join(", ", wrong), repository);
    System.exit(1);
  }
}

/** All jars but Coset's own, by their path in the repository. */
Map<String, Path> jars(Path repository) throws IOException {
  var jars = new TreeMap<String, Path>();
  try (var files = Files.walk(repository)) {
    List<Path> all = files.filter(file -> file.toString().endsWith(".jar")).toList();
    for (Path file : all) {
      String name = repository.relativize(file).toString().replace('\\', '/');
      if (!name.startsWith("dev/coset/")) {
        jars.put(name, file);
      }
    }
  }
  return jars;
}

String digest(Path file) throws IOException, NoSuchAlgorithmException {
  byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
  return HexFormat.of().formatHex(hash);
}
