package dev.coset.cuda;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A structure of the kernels as C lays it out. Its text there and its offsets here are of one list.
 */
final class CStruct {
  private final String name;
  private final StringBuilder fields = new StringBuilder();
  private final Map<String, Integer> offsets = new LinkedHashMap<>();
  private int end;
  private int widest = 1;

  CStruct(String name) {
    this.name = name;
  }

  /**
   * Adds fields of one type.
   *
   * @param type in C, of so many bytes
   */
  CStruct with(String type, int bytes, String... names) {
    for (String field : names) {
      array(type, bytes, field, 1);
    }
    return this;
  }

  /** Adds an array. */
  CStruct array(String type, int bytes, String field, int count) {
    widest = Math.max(widest, bytes);
    end = Math.ceilDiv(end, bytes) * bytes;
    offsets.put(field, end);
    end += bytes * count;
    fields.append("  ").append(type).append(' ').append(field);
    fields.append(count == 1 ? ";\n" : "[" + count + "];\n");
    return this;
  }

  int offset(String field) {
    Integer offset = offsets.get(field);
    if (offset == null) {
      throw new IllegalArgumentException("struct " + name + " has no " + field + ".");
    }
    return offset;
  }

  int size() {
    return Math.ceilDiv(end, widest) * widest;
  }

  /** The structure in C++, with a check that the compiler there lays it out so. */
  String text() {
    return "struct %s {\n%s};\nstatic_assert(sizeof(%s) == %d);\n"
        .formatted(name, fields, name, size());
  }
}
