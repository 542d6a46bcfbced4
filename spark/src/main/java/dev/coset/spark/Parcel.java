package dev.coset.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records as bytes and back, whether they are {@link Serializable} or not: each travels as its
 * class and components, and its canonical constructor makes it anew. So the library's values need
 * know nothing of Spark, and a new component of theirs travels too.
 */
final class Parcel {
  private Parcel() {}

  static byte[] pack(Object content) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new RecordOutput(bytes)) {
      out.writeObject(content);
    } catch (NotSerializableException e) {
      throw new IllegalArgumentException(
          "A " + e.getMessage() + " cannot travel to other machines: make it a record.", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Object unpack(byte[] bytes) {
    var filter = new ParcelFilter(bytes.length);
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(filter);
      return in.readObject();
    } catch (InvalidClassException e) {
      throw new UncheckedIOException(filter.sentence(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "The executors lack the class " + e.getMessage() + ": give Spark its jar.", e);
    }
  }

  private static final class RecordOutput extends ObjectOutputStream {
    RecordOutput(OutputStream out) throws IOException {
      super(out);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) throws IOException {
      return object instanceof Record value ? RecordForm.of(value) : object;
    }
  }

  /** A record taken apart. */
  record RecordForm(Class<?> type, @SuppressWarnings("serial") @Nullable Object[] components)
      implements Serializable {

    static RecordForm of(Record whole) throws IOException {
      var parts = whole.getClass().getRecordComponents();
      var components = new @Nullable Object[parts.length];
      try {
        for (int i = 0; i < parts.length; i++) {
          var accessor = parts[i].getAccessor();
          accessor.setAccessible(true);
          components[i] = accessor.invoke(whole);
        }
      } catch (ReflectiveOperationException e) {
        throw new InvalidObjectException("The record " + whole + " cannot be taken apart", e);
      }
      return new RecordForm(whole.getClass(), components);
    }

    private Object readResolve() throws ObjectStreamException {
      if (!type.isRecord()) {
        throw new InvalidObjectException(type + " is no record");
      }
      var types =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      try {
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(components);
      } catch (ReflectiveOperationException e) {
        throw new InvalidObjectException("A " + type + " cannot be put together again", e);
      }
    }
  }
}
