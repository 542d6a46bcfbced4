import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives classes compiled for Java 5 the stack maps that Java 7 introduced. Without them the JVM
 * must infer the types in each method at every start, and no archive of classes takes them;
 * picocli, a third of what a start loads, is compiled so.
 */
final class OldClasses {
  private OldClasses() {}

  /** Rewrites the old ones among a jar's classes; they do what they did. */
  static void renew(Path jar) throws IOException {
    try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        FileSystem inside = FileSystems.newFileSystem(jar)) {
      var format =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)));
      var stackMaps =
          ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
              .andThen(
                  ClassTransform.endHandler(
                      builder -> builder.withVersion(ClassFile.JAVA_7_VERSION, 0)));
      for (Path file : Folders.files(inside.getPath("/"), ".class")) {
        var model = format.parse(Files.readAllBytes(file));
        if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
          Files.write(file, format.transformClass(model, stackMaps));
        }
      }
    }
  }
}
