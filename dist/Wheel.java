import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs the Python package with the archive's contents inside: {@code java Wheel.java VERSION
 * PYTHON}, after {@code Archive.java}, makes {@code python/dist/coset_bnn-VERSION-py3-none-*.whl}.
 */
void main(String[] args) throws IOException, InterruptedException {
  Path target = Path.of("dist", "target");
  Path sources = target.resolve("python"); // a copy: the checkout stays as it is
  Folders.delete(sources);
  for (String part : List.of("pyproject.toml", "setup.py", "README.md", "src")) {
    Folders.copy(Path.of("python", part), sources.resolve(part));
  }
  Files.writeString(sources.resolve("version.txt"), pep440(args[0]));
  Folders.copy(unpacked(target, args[0]), sources.resolve("src/coset/runtime"));
  Path wheels = Path.of("python", "dist");
  Folders.delete(wheels);
  var command =
      List.of(args[1], "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps");
  var pip = new ProcessBuilder(new ArrayList<>(command)).inheritIO();
  pip.command().addAll(List.of("-w", wheels.toString(), sources.toString()));
  if (pip.start().waitFor() != 0) {
    System.err.println(
        "The wheel was not built. It needs a Python with pip, given as -Dpython=..., that can have"
            + " setuptools.");
    System.exit(1);
  }
  for (Path wheel : Folders.files(wheels, ".whl")) {
    System.out.printf("%s, %.1f MB%n", wheel, Files.size(wheel) / 1e6);
  }
}

/** A snapshot comes before the release of that number. */
String pep440(String version) {
  return version.replace("-SNAPSHOT", ".dev0");
}

Path unpacked(Path target, String version) throws IOException {
  try (var folders = Files.list(target)) {
    return folders
        .filter(Files::isDirectory)
        .filter(folder -> folder.getFileName().toString().startsWith("coset-" + version + "-"))
        .findFirst()
        .orElseThrow();
  }
}
