import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.spi.ToolProvider;

/**
 * Packs Coset with a Java runtime of its own: {@code java Archive.java VERSION TIMESTAMP}, in the
 * root of a checkout whose command line is built, makes {@code
 * dist/target/coset-VERSION-SYSTEM.tar.gz}, a zip on Windows, for the system it runs on.
 *
 * <pre>
 * bin/coset   the launcher
 * app/        the program, and its classes as the JVM has them in memory
 * engines/    engines besides the local one: any jar here is found
 * runtime/    Java
 * </pre>
 */
static final Path TARGET = Path.of("dist", "target");

static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

/** As jdeps says, but the desktop, which Jackson does without, and with jars as file systems. */
static final String MODULES = "java.base,java.logging,java.sql,jdk.zipfs,jdk.incubator.vector";

static final Path JVM_OPTIONS = Path.of("dist", "jvm.options");

void main(String[] args) throws IOException, InterruptedException {
  String name = "coset-" + args[0] + "-" + system();
  Path folder = TARGET.resolve(name);
  Folders.delete(folder);
  Path app = folder.resolve("app");
  Folders.copy(Path.of("cli", "target", "coset.jar"), app.resolve("coset.jar"));
  Folders.copy(Path.of("cli", "target", "lib"), app.resolve("lib"));
  Path cuda = Path.of("cuda", "target", "coset-cuda.jar");
  Folders.copy(cuda, folder.resolve("engines").resolve(cuda.getFileName()));
  Folders.copy(JVM_OPTIONS, app.resolve(JVM_OPTIONS.getFileName()));
  Folders.copy(Path.of("LICENSE"), folder.resolve("LICENSE"));
  String launcher = WINDOWS ? "coset.bat" : "coset";
  Folders.copy(Path.of("dist", "bin", launcher), folder.resolve("bin").resolve(launcher));
  var time = FileTime.from(Instant.parse(args[1]));
  for (Path jar : Folders.files(folder, ".jar")) {
    if (jar.getFileName().toString().startsWith("picocli-")) {
      OldClasses.renew(jar);
    }
    if (jar.getFileName().toString().startsWith("zstd-jni-")) {
      NativeLibraries.keepOwn(jar);
    }
    Files.setLastModifiedTime(jar, time); // the archive of classes is good beside such jars alone
  }
  link(folder.resolve("runtime"));
  archiveClasses(folder);
  pack(name);
}

/** Such as linux-x64. */
String system() {
  String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
  String arch = System.getProperty("os.arch");
  return (os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : os)
      + "-"
      + (Set.of("amd64", "x86_64").contains(arch) ? "x64" : arch);
}

void link(Path runtime) throws IOException {
  // Not compressed: the packed archive is no larger, and the JVM starts faster.
  int status =
      ToolProvider.findFirst("jlink")
          .orElseThrow(() -> new IllegalStateException("This Java has no jlink: use a JDK."))
          .run(
              System.out,
              System.err,
              "--add-modules=" + MODULES,
              "--strip-debug",
              "--no-header-files",
              "--no-man-pages",
              "--output=" + runtime);
  if (status != 0) {
    throw new IllegalStateException("jlink failed; see above.");
  }
  VectorModule.quieten(runtime);
}

/** Writes what commands load, so that later starts find it in memory's own form. */
void archiveClasses(Path folder) throws IOException, InterruptedException {
  Path csv = TARGET.resolve("classes.csv");
  var rows = new StringBuilder("a,b,y\n");
  for (int i = 0; i < 40; i++) {
    rows.append(i).append(i % 3 == 0 ? ",x," : ",z,").append(i * 7 % 11 + 0.5 * i).append('\n');
  }
  Files.writeString(csv, rows);
  Path run = TARGET.resolve("classes-run");
  Folders.delete(run);
  var loaded = new LinkedHashSet<String>();
  for (String command :
      List.of(
          "help",
          "fit %s --target y --hidden 2 --chains 4 --sampler nuts --warmup 50 --draws 2 --no-report"
              + " --out %s",
          "predict %2$s %1$s")) {
    Path one = TARGET.resolve("classes-one.txt");
    String[] words = command.formatted(csv, run).split(" ");
    java(folder, List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + one), words);
    // Each list has numbers of its own, which nothing needs.
    Files.readAllLines(one).forEach(line -> loaded.add(line.replaceFirst(" id: \\d+$", "")));
  }
  Path classes = Files.write(TARGET.resolve("classes.txt"), loaded);
  java(
      folder,
      List.of(
          "-Xshare:dump",
          "-XX:SharedClassListFile=" + classes,
          "-XX:SharedArchiveFile=" + folder.resolve("app").resolve("coset.jsa")));
}

void java(Path folder, List<String> options, String... words)
    throws IOException, InterruptedException {
  var command = new ArrayList<String>();
  command.add(folder.resolve("runtime").resolve("bin").resolve("java").toString());
  // An archive of classes is of use only to a JVM with the same options.
  command.addAll(List.of("@" + JVM_OPTIONS, "-XX:+UseSerialGC"));
  command.addAll(options);
  command.add("-cp");
  command.add(
      String.join(
          System.getProperty("path.separator"),
          folder.resolve("app").resolve("coset.jar").toString(),
          folder.resolve("engines").resolve("coset-cuda.jar").toString()));
  command.add("dev.coset.cli.Main");
  command.addAll(List.of(words));
  run(command);
}

/** With tar, which Windows has too, and which there also writes zip files. */
void pack(String name) throws IOException, InterruptedException {
  Path packed = TARGET.resolve(name + (WINDOWS ? ".zip" : ".tar.gz"));
  Files.deleteIfExists(packed);
  var command = new ArrayList<>(List.of("tar", WINDOWS ? "-acf" : "-czf", packed.toString()));
  command.addAll(List.of("-C", TARGET.toString(), name));
  run(command);
  System.out.printf("%s, %.1f MB%n", packed, Files.size(packed) / 1e6);
}

void run(List<String> command) throws IOException, InterruptedException {
  Path log = TARGET.resolve("archive.log");
  var process =
      new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  if (process.waitFor() != 0) {
    throw new IllegalStateException(
        "Failed: " + String.join(" ", command) + "\n" + Files.readString(log));
  }
}
