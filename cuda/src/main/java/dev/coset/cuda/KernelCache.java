package dev.coset.cuda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Compiled kernels in the user's cache folder, under the digest of everything they depend on. A
 * cache that cannot be read or written is no cache; that is all.
 */
final class KernelCache {
  private static final int DIGEST = 64; // characters, behind the image: half a file is none

  private KernelCache() {}

  /** What lies under the key, or else is made and put there. */
  static byte[] of(String key, Supplier<byte[]> maker) {
    return of(folder(), key, maker);
  }

  static byte[] of(Path folder, String key, Supplier<byte[]> maker) {
    Path file = folder.resolve(digest(key.getBytes(StandardCharsets.UTF_8)) + ".cubin");
    try {
      byte[] kept = Files.readAllBytes(file);
      int length = kept.length - DIGEST;
      if (length > 0) {
        byte[] image = Arrays.copyOf(kept, length);
        String end = new String(kept, length, DIGEST, StandardCharsets.UTF_8);
        if (end.equals(digest(image))) {
          return image;
        }
      }
    } catch (IOException absent) {
      // made below
    }
    byte[] image = maker.get();
    keep(folder, file, image);
    return image;
  }

  private static void keep(Path folder, Path file, byte[] image) {
    try {
      Files.createDirectories(folder);
      Path pending = Files.createTempFile(folder, "kernel", ".pending");
      byte[] end = digest(image).getBytes(StandardCharsets.UTF_8);
      byte[] all = Arrays.copyOf(image, image.length + end.length);
      System.arraycopy(end, 0, all, image.length, end.length);
      Files.write(pending, all);
      Files.move(
          pending, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException full) {
      return; // it is made again next time
    }
  }

  private static Path folder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache != null && !cache.isEmpty()
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home"), ".cache");
    return root.resolve("coset").resolve("cuda");
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
