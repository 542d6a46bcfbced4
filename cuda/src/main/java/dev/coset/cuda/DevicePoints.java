package dev.coset.cuda;

import dev.coset.data.Points;
import dev.coset.network.Precision;
import java.lang.foreign.MemorySegment;

/**
 * The training points on a device, point by point, filled up to whole steps: inputs by those of the
 * last point, targets by zeros.
 *
 * @param x address of (point, feature)
 * @param y address of (point)
 */
record DevicePoints(long x, long y) {

  DevicePoints(DeviceStream device, Points points, Layout layout) {
    this(inputs(device, points, layout), targets(device, points, layout));
  }

  private static long inputs(DeviceStream device, Points points, Layout layout) {
    double[][] x = points.x();
    int stride = layout.stride()[0];
    int padded = layout.shape().padded();
    double[] rows = new double[padded * stride];
    for (int p = 0; p < padded; p++) {
      for (int j = 0; j < x.length; j++) {
        rows[p * stride + j] = x[j][Math.min(p, layout.shape().points() - 1)];
      }
    }
    return put(device, rows, layout);
  }

  private static long targets(DeviceStream device, Points points, Layout layout) {
    double[] y = new double[layout.shape().padded()];
    System.arraycopy(points.y().values(), 0, y, 0, points.y().count());
    return put(device, y, layout);
  }

  private static long put(DeviceStream device, double[] values, Layout layout) {
    MemorySegment segment;
    if (layout.shape().precision() == Precision.DOUBLE) {
      segment = MemorySegment.ofArray(values);
    } else {
      float[] rounded = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        rounded[i] = (float) values[i];
      }
      segment = MemorySegment.ofArray(rounded);
    }
    long at = device.allocate(segment.byteSize());
    device.write(at, segment);
    return at;
  }
}
