package dev.coset.cuda;

import dev.coset.data.Points;
import dev.coset.network.Precision;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The training points on a device, point by point, filled up to whole steps by the last point,
 * there with the weight zero.
 *
 * @param x address of (point, feature)
 * @param y address of (point)
 * @param weights address of (point); 0 where all points weigh one
 * @param totalWeight of all points together
 * @param levels of text columns among the inputs; null where there are none
 */
record DevicePoints(
    long x, long y, long weights, double totalWeight, @Nullable DeviceLevels levels) {

  static DevicePoints of(DeviceStream device, Points points, Layout layout) {
    double[] weights = weights(points);
    return new DevicePoints(
        inputs(device, points, layout),
        targets(device, points, layout),
        weights == null
            ? 0
            : put(device, Arrays.copyOf(weights, layout.shape().padded()), layout.shape()),
        points.y().total(),
        layout.shape().inputs().levels() == 0 ? null : DeviceLevels.of(device, layout.shape()));
  }

  /** Of each point; null where all weigh one. */
  static double @Nullable [] weights(Points points) {
    return points.y().weights();
  }

  private static long inputs(DeviceStream device, Points points, Layout layout) {
    int[] numbers = layout.shape().inputs().numbers();
    double[][] x = points.x();
    int stride = layout.stride()[0];
    int padded = layout.shape().padded();
    double[] rows = new double[padded * stride];
    for (int p = 0; p < padded; p++) {
      for (int j = 0; j < numbers.length; j++) {
        rows[p * stride + j] = x[numbers[j]][Math.min(p, layout.shape().points() - 1)];
      }
    }
    return put(device, rows, layout.shape());
  }

  private static long targets(DeviceStream device, Points points, Layout layout) {
    double[] values = points.y().values();
    double[] y = Arrays.copyOf(values, layout.shape().padded());
    Arrays.fill(y, values.length, y.length, values[values.length - 1]);
    return put(device, y, layout.shape());
  }

  /** In the precision of a shape. */
  static long put(DeviceStream device, double[] values, Layout.Shape shape) {
    MemorySegment segment;
    if (shape.precision() == Precision.DOUBLE) {
      segment = MemorySegment.ofArray(values);
    } else {
      float[] rounded = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        rounded[i] = (float) values[i];
      }
      segment = MemorySegment.ofArray(rounded);
    }
    return put(device, segment);
  }

  static long put(DeviceStream device, MemorySegment segment) {
    long at = device.allocate(segment.byteSize());
    device.write(at, segment);
    return at;
  }
}
