import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks ({@code java Format.java JAR check}) or repairs ({@code ... write}) the layout of all Java
 * sources below the working directory. Maven's plugins run in Maven's own JVM, which may be too old
 * for the sources, so google-java-format gets a JVM of its own: the one that runs this file.
 */
void main(String[] args) throws IOException, InterruptedException {
  boolean write = args[1].equals("write");
  if (!write && !args[1].equals("check")) {
    System.err.println("-Dformat takes check, write or skip, not '" + args[1] + "'.");
    System.exit(2);
  }
  var command = new ArrayList<String>();
  command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
  command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", args[0]));
  command.addAll(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
  try (var paths = Files.walk(Path.of(""))) {
    paths.filter(this::isSource).map(Path::toString).sorted().forEach(command::add);
  }
  int status = new ProcessBuilder(command).inheritIO().start().waitFor();
  if (status != 0 && !write) {
    System.out.println("The files above are not laid out by google-java-format. Repair them with");
    System.out.println("    mvn -q -N validate -Dformat=write");
  }
  System.exit(status);
}

boolean isSource(Path path) {
  for (Path part : path) {
    if (part.toString().equals("target") || part.toString().startsWith(".")) {
      return false;
    }
  }
  return path.toString().endsWith(".java");
}
