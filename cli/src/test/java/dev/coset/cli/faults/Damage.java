package dev.coset.cli.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What chance, or a person with an editor, does to a file of a run. */
enum Damage {
  FLIP {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      return bytes;
    }
  },
  OVERWRITE {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      int from = random.nextInt(bytes.length);
      int to = Math.min(bytes.length, from + 1 + random.nextInt(64));
      for (int i = from; i < to; i++) {
        bytes[i] = (byte) random.nextInt();
      }
      return bytes;
    }
  },
  ZERO {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      int from = random.nextInt(bytes.length);
      Arrays.fill(bytes, from, Math.min(bytes.length, from + 1 + random.nextInt(4096)), (byte) 0);
      return bytes;
    }
  },
  CUT {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }
  },
  GROW {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(200));
      for (int i = bytes.length; i < longer.length; i++) {
        longer[i] = (byte) random.nextInt();
      }
      return longer;
    }
  },
  /** A block in another's place. */
  MOVE {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      int length = 1 + random.nextInt(bytes.length);
      int from = random.nextInt(bytes.length - length + 1);
      int to = random.nextInt(bytes.length - length + 1);
      System.arraycopy(bytes.clone(), from, bytes, to, length);
      return bytes;
    }
  },
  /** A value of the manifest, its checksum left as it was or made to fit. */
  EDIT {
    @Override
    byte[] apply(byte[] bytes, SplittableRandom random) {
      return edited(bytes, random);
    }
  };

  private static final String MANIFEST = "manifest.json";
  private static final List<String> FILES =
      List.of(MANIFEST, "data.bin", "draws.journal", "draws.journal", "timings.csv");

  abstract byte[] apply(byte[] bytes, SplittableRandom random);

  /** Spoils one file of a run of one model; says how. */
  static String some(Path run, SplittableRandom random) throws IOException {
    return some(run, FILES, random);
  }

  /** Spoils one of the files, or their manifest; says how. */
  static String some(Path run, List<String> files, SplittableRandom random) throws IOException {
    Damage damage = values()[random.nextInt(values().length)];
    Path file = run.resolve(damage == EDIT ? MANIFEST : files.get(random.nextInt(files.size())));
    byte[] before = Files.readAllBytes(file);
    byte[] after = damage.apply(before.clone(), random);
    Files.write(file, after);
    return damage + " of " + run.relativize(file) + " at byte " + Arrays.mismatch(before, after);
  }

  private static byte[] edited(byte[] manifest, SplittableRandom random) {
    var json = JsonMapper.shared();
    var tree = (ObjectNode) json.readTree(manifest);
    List<ObjectNode> objects = new ArrayList<>();
    collect(tree, objects);
    ObjectNode object = objects.get(random.nextInt(objects.size()));
    List<String> names = new ArrayList<>(object.propertyNames());
    String name = names.get(random.nextInt(names.size()));
    JsonNode value = object.get(name);
    switch (random.nextInt(4)) {
      case 0 -> object.remove(name);
      case 1 -> object.putNull(name);
      case 2 -> object.put(name, "\u001b[2J" + value.asString(""));
      default -> object.put(name, value.isNumber() ? value.asDouble() + 1 : -1);
    }
    // Fewer chains under a fitting checksum are a run that a rule stopped: no damage.
    if (random.nextBoolean() && !name.equals("chains") && !name.equals("until")) {
      tree.remove("checksum");
      tree.put("checksum", sha256(tree.toString()));
    }
    return json.writeValueAsBytes(tree);
  }

  private static void collect(JsonNode node, List<ObjectNode> objects) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      objects.add(object);
    }
    node.forEach(child -> collect(child, objects));
  }

  private static String sha256(String text) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
