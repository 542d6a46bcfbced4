import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Makes the vector module of a linked runtime one like any other, so that the JVM does not say at
 * every start that it incubates. jlink takes the flag that has it said so from the JDK, and writes
 * it into the code of a class that describes all modules; there it is cleared, in the file of all
 * modules, which must not be compressed.
 */
final class VectorModule {
  private static final String CLASS = "jdk/internal/module/SystemModules$all.class";
  private static final String METHOD = "moduleResolutions";
  private static final int INCUBATES = 9; // not by default, and with a warning

  private VectorModule() {}

  static void quieten(Path runtime) throws IOException {
    byte[] before = described(runtime);
    byte[] after = cleared(before);
    Path file = runtime.resolve("lib").resolve("modules");
    byte[] modules = Files.readAllBytes(file);
    int place = find(before, modules, 0);
    if (place < 0
        || find(before, modules, place + 1) >= 0
        || after.length != before.length
        || Arrays.equals(before, after)) {
      throw new IllegalStateException(CLASS + " is not what jlink of Java 25 makes of it.");
    }
    System.arraycopy(after, 0, modules, place, after.length);
    Files.write(file, modules);
  }

  private static byte[] described(Path runtime) throws IOException {
    var home = Map.of("java.home", runtime.toAbsolutePath().toString());
    try (var image = FileSystems.newFileSystem(URI.create("jrt:/"), home)) {
      return Files.readAllBytes(image.getPath("modules", "java.base").resolve(CLASS));
    }
  }

  private static byte[] cleared(byte[] described) {
    var format = ClassFile.of();
    var clearing =
        ClassTransform.transformingMethodBodies(
            method -> method.methodName().equalsString(METHOD),
            (builder, element) -> {
              if (element instanceof ConstantInstruction.ArgumentConstantInstruction number
                  && number.constantValue() == INCUBATES) {
                builder.with(ConstantInstruction.ofArgument(Opcode.BIPUSH, 0));
              } else {
                builder.with(element);
              }
            });
    return format.transformClass(format.parse(described), clearing);
  }

  /** Returns where some bytes begin within others, from a place on; -1 where they do not. */
  private static int find(byte[] some, byte[] all, int from) {
    for (int i = from; i + some.length <= all.length; i++) {
      if (Arrays.equals(all, i, i + some.length, some, 0, some.length)) {
        return i;
      }
    }
    return -1;
  }
}
