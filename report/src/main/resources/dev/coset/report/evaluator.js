// Predicts by the draws of a compressed run: what 'coset predict' computes of the same file, in
// the same double precision. Uses nothing of the page.
var coset = (function () {
  "use strict";

  var DAY = 86400;
  var CYCLES = [365.2425 * DAY, 7 * DAY, DAY];
  var REACH = 1e30; // in standard deviations; as in the program
  var ROUNDING = 1e-9; // of the sine of a date, which differs between machines
  // What the page can evaluate, by its names in the file.
  var ACTIVATIONS = { TANH: Math.tanh, RELU: function (o) { return Math.max(0, o); } };
  // How many nuisance parameters a draw ends with, how many outputs the network has for so many classes (0 for
  // a number), and what a draw says of the target by the outputs f and the nuisance parameters, as sampled.
  var LIKELIHOODS = {
    normal: {
      nuisance: 1,
      outputs: function () { return 1; },
      part: function (f, nuisance) { return normal(f[0], nuisance[0]); }
    },
    heteroscedastic: {
      nuisance: 0,
      outputs: function () { return 2; },
      part: function (f) { return normal(f[0], f[1]); }
    },
    student: {
      nuisance: 1,
      outputs: function () { return 2; },
      part: function (f, nuisance) { return noise(f[0], f[1], 1 + Math.exp(nuisance[0])); }
    },
    categorical: {
      nuisance: 0,
      outputs: function (classes) { return classes === 2 ? 1 : classes; },
      part: function (f) { return logSoftmax(f.length === 1 ? [0, f[0]] : f); }
    }
  };

  function known(table, name, what) {
    if (Object.prototype.hasOwnProperty.call(table, name)) return table[name];
    throw new Error("The page cannot evaluate the " + what + " '" + name + "'. Predict new rows with 'coset predict'.");
  }

  function normal(mean, logSd) {
    return noise(mean, logSd, Infinity);
  }

  function noise(location, logScale, freedom) {
    return { mean: location, sd: Math.exp(Math.min(300, Math.max(-300, logScale))), shape: shape(freedom) };
  }

  function floats(base64) {
    return new Float32Array(Uint8Array.from(atob(base64), function (c) { return c.charCodeAt(0); }).buffer);
  }

  // The file: magic, format, length of the header, header, numbers of 8 bytes, draws.
  function read(buffer) {
    var view = new DataView(buffer);
    var magic = String.fromCharCode.apply(null, new Uint8Array(buffer, 0, 8));
    if (magic !== "COSETRUN" || view.getInt32(8, true) !== 1) {
      throw new Error("The page cannot read this format of a compressed run.");
    }
    var length = view.getInt32(12, true);
    var run = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
    var at = 16 + length;
    function doubles(count) {
      at += 8 * count;
      return new Float64Array(buffer, at - 8 * count, count);
    }
    run.models.forEach(function (model) {
      model.activate = known(ACTIVATIONS, model.activation, "activation");
      model.says = known(LIKELIHOODS, model.likelihood, "likelihood");
    });
    var components = run.scaling.components;
    if (components) components.axes = floats(components.floats);
    run.models.forEach(function (model) { model.weights = doubles(model.draws); });
    if (run.rows) {
      run.rows.numbers = doubles(run.rows.count);
      run.rows.codes = run.encoding.columns.map(function () { return doubles(run.rows.count); });
      run.rows.target = doubles(run.rows.count);
      if (run.rows.weighted) run.rows.weights = doubles(run.rows.count);
    }
    run.models.forEach(function (model) {
      var outputs = model.says.outputs(run.scaling.target.classes);
      model.widths = [components ? components.count : run.scaling.kept.length].concat(model.hidden, [outputs]);
      model.dimension = model.says.nuisance;
      for (var l = 1; l < model.widths.length; l++) {
        model.dimension += model.widths[l] * (model.widths[l - 1] + 1);
      }
      model.values = new Float32Array(buffer, at, model.draws * model.dimension);
      at += 4 * model.values.length;
    });
    return run;
  }

  function featureCount(column) {
    switch (column.kind) {
      case "levels": return column.levels.length + (column.other ? 1 : 0) + (column.missing ? 1 : 0);
      case "time": return 1 + 2 * (column.hours ? 3 : 2) + (column.indicator ? 1 : 0);
      default: return column.indicator ? 2 : 1;
    }
  }

  function warped(warp, x) {
    if (warp.scale === 0) return x;
    var z = (x - warp.center) / warp.scale;
    var a = Math.abs(z);
    var log = a < 1e9 ? Math.log(a + Math.sqrt(a * a + 1)) : Math.log(a) + Math.LN2;
    return z < 0 ? -log : log;
  }

  function unwarped(warp, x) {
    return warp.scale === 0 ? x : warp.scale * Math.sinh(x) + warp.center;
  }

  // The features of a code; NaN is a missing cell.
  function encode(column, code) {
    var missing = Number.isNaN(code);
    var features = [];
    switch (column.kind) {
      case "number":
        features.push(warped(column.warp, missing ? column.fill : code));
        break;
      case "truth":
        features.push(missing ? column.fill : code);
        break;
      case "time":
        var seconds = missing ? column.fill : code;
        features.push((seconds - column.first) / DAY);
        for (var cycle = 0; cycle < (column.hours ? 3 : 2); cycle++) {
          var turns = seconds / CYCLES[cycle];
          var angle = 2 * Math.PI * (turns - Math.floor(turns));
          features.push(Math.sin(angle), Math.cos(angle));
        }
        break;
      default:
        var count = featureCount(column);
        var place = missing ? (column.missing ? count - 1 : -1)
          : code < column.levels.length ? code : column.other ? column.levels.length : -1;
        for (var k = 0; k < count; k++) features.push(k === place ? 1 : 0);
        return features;
    }
    if (column.indicator) features.push(missing ? 1 : 0);
    return features;
  }

  // All features of a row of codes.
  function featuresOf(run, codes) {
    var features = [];
    run.encoding.columns.forEach(function (column, c) {
      Array.prototype.push.apply(features, encode(column, codes[c]));
    });
    return features;
  }

  function standardise(run, features) {
    var scaling = run.scaling;
    return Array.from(scaling.kept, function (j, k) {
      var value = features[j];
      var standard = Number.isNaN(value) ? 0 : (value - scaling.means[k]) / scaling.deviations[k];
      if (!(Math.abs(standard) <= REACH)) {
        throw new Error("The value " + value + " is too far from the training mean of its column. "
          + "Correct it, or leave its row out.");
      }
      return standard;
    });
  }

  // What networks see of a standardised row: its features, or their components.
  function inputs(run, x) {
    var components = run.scaling.components;
    return components ? Array.from({ length: components.count }, function (_, c) {
      return x.reduce(function (sum, value, k) { return sum + components.axes[c * x.length + k] * value; }, 0);
    }) : x;
  }

  // How far a row lies outside of the training rows' range, in standard deviations of a feature, and in
  // which columns, by their numbers.
  function outside(run, x) {
    var columnOf = [];
    run.encoding.columns.forEach(function (column, c) {
      for (var j = featureCount(column); j > 0; j--) columnOf.push(c);
    });
    var farthest = 0;
    var columns = [];
    x.forEach(function (value, k) {
      var by = Math.max(run.range.low[k] - value, value - run.range.high[k]);
      farthest = Math.max(farthest, by);
      var c = columnOf[run.scaling.kept[k]];
      if (by > ROUNDING && columns.indexOf(c) < 0) columns.push(c);
    });
    return { farthest: farthest, columns: columns };
  }

  // Whether a row has another value of a feature that was the same in all training rows.
  function unlikeConstants(run, features) {
    return features.some(function (value, j) {
      var constant = Number(run.range.constants[j]); // "NaN" where training rows vary
      return !Number.isNaN(constant) && value !== constant;
    });
  }

  // What a draw says of the target at what networks see of a row.
  function part(model, draw, x) {
    var values = model.values;
    var at = draw * model.dimension;
    var below = x;
    for (var l = 1; l < model.widths.length; l++) {
      var width = model.widths[l];
      var bias = at + width * below.length;
      var z = new Array(width);
      for (var i = 0; i < width; i++) {
        var o = values[bias + i];
        for (var j = 0; j < below.length; j++) o += values[at++] * below[j];
        z[i] = l === model.widths.length - 1 ? o : model.activate(o);
      }
      at = bias + width;
      below = z;
    }
    return model.says.part(below, values.subarray(at, at + model.says.nuisance));
  }

  function logSoftmax(outputs) {
    var largest = Math.max.apply(null, outputs);
    var sum = outputs.reduce(function (s, o) { return s + Math.exp(o - largest); }, 0);
    return outputs.map(function (o) { return o - largest - Math.log(sum); });
  }

  // What the run says of the target of a row of codes.
  function at(run, codes) {
    var features = featuresOf(run, codes);
    var x = standardise(run, features);
    var seen = inputs(run, x);
    var classes = run.scaling.target.classes;
    var weights = [];
    var parts = [];
    run.models.forEach(function (model) {
      for (var g = 0; g < model.draws; g++) {
        weights.push(model.weights[g]);
        parts.push(part(model, g, seen));
      }
    });
    var said = classes > 0 ? classProbabilities(parts, weights) : mixture(parts, weights, run.scaling.target);
    var far = outside(run, x);
    said.extrapolation = far.farthest;
    said.outside = far.columns;
    said.unlike = unlikeConstants(run, features);
    return said;
  }

  function classProbabilities(logs, weights) {
    var probabilities = logs[0].map(function (_, k) {
      return logs.reduce(function (sum, log, g) { return sum + weights[g] * Math.exp(log[k]); }, 0);
    });
    var entropy = 0;
    var best = 0;
    probabilities.forEach(function (p, k) {
      entropy -= p > 0 ? p * Math.log(p) : 0;
      if (p > probabilities[best]) best = k;
    });
    var expected = 0;
    logs.forEach(function (log, g) {
      log.forEach(function (l) {
        var p = Math.exp(l);
        expected -= p > 0 ? weights[g] * p * l : 0;
      });
    });
    return {
      probabilities: probabilities, best: best, entropy: entropy, aleatoric: expected,
      epistemic: Math.max(0, entropy - expected),
      interval: function (k) { return interval(logs.map(function (log) { return Math.exp(log[k]); }), weights); }
    };
  }

  // Between which 90% of weighted values lie.
  function interval(values, weights) {
    var order = values.map(function (_, g) { return g; }).sort(function (a, b) { return values[a] - values[b]; });
    return [0.05, 0.95].map(function (p) {
      var below = 0;
      return values[order.find(function (g) { return (below += weights[g]) >= p - 1e-12; })];
    });
  }

  // A mixture of normals and Student's t of the target or, on a logarithmic scale, of its logarithm.
  function mixture(standard, weights, target) {
    var parts = standard.map(function (part) {
      return { mean: target.center + target.spread * part.mean, sd: target.spread * part.sd, shape: part.shape };
    });
    var log = target.scale === "LOG";
    function average(of) {
      return parts.reduce(function (sum, part, g) { return sum + weights[g] * of(part); }, 0);
    }
    var moments = parts.map(function (part) { return (log ? logMoments : moment)(part, clampOf(target)); });
    var mean = moments.reduce(function (sum, of, g) { return sum + weights[g] * of.mean; }, 0);
    // Relative to the largest, whose square may overflow.
    function rootMeanSquare(of) {
      var values = moments.map(of);
      var largest = values.reduce(function (most, value) { return Math.max(most, Math.abs(value)); }, 0);
      return largest === 0 ? 0 : largest * Math.sqrt(values.reduce(function (sum, value, g) {
        return sum + weights[g] * (value / largest) * (value / largest);
      }, 0));
    }
    var noise = rootMeanSquare(function (of) { return of.sd; });
    var epistemic = rootMeanSquare(function (of) { return of.mean - mean; });
    function cdf(z) {
      return average(function (part) { return part.shape.cdf((z - part.mean) / part.sd); });
    }
    function density(z) {
      return average(function (part) { return part.shape.density((z - part.mean) / part.sd) / part.sd; });
    }
    // Newton's method where it stays within the bracket, else halving.
    function quantile(p) {
      var reach = 40;
      var low, high;
      do {
        low = Math.min.apply(null, parts.map(function (part) { return part.mean - reach * part.sd; }));
        high = Math.max.apply(null, parts.map(function (part) { return part.mean + reach * part.sd; }));
        reach *= 16;
      } while (!(cdf(low) <= p && cdf(high) >= p) && Number.isFinite(reach));
      var z = average(function (part) { return part.mean; });
      for (var step = 0; step < 200 && high - low > 1e-13 * (Math.abs(low) + Math.abs(high)); step++) {
        var excess = cdf(z) - p;
        if (excess > 0) high = z; else low = z;
        var next = z - excess / density(z);
        if (Math.abs(next - z) <= 1e-14 * Math.abs(z)) break;
        z = next > low && next < high ? next : (low + high) / 2;
      }
      return finite(log ? Math.exp(z) : z);
    }
    return {
      mean: mean, aleatoric: noise, epistemic: epistemic, sd: finite(Math.hypot(noise, epistemic)),
      quantile: quantile,
      density: function (y) {
        if (!log) return density(y);
        return y > 0 ? density(Math.log(y)) / y : 0;
      }
    };
  }

  // The standard normal distribution, or Student's t of so many degrees of freedom.
  function shape(freedom) {
    if (!(freedom < 1e8)) {
      return {
        normal: true,
        cdf: normalCdf,
        density: function (t) { return Math.exp(-t * t / 2) / Math.sqrt(2 * Math.PI); }
      };
    }
    var n = freedom;
    var height = Math.exp(gammaRatio(n / 2)) / Math.sqrt(2 * Math.PI);
    function density(t) { return height * Math.exp(-(n + 1) / 2 * Math.log1p(t * t / n)); }
    // Half of a regularised incomplete beta function, by its continued fraction (DLMF 8.17.22).
    function tail(t) {
      var square = t * t;
      if (square === Infinity) return 0;
      var x = n / (n + square), rest = square / (n + square);
      var power = height * Math.sqrt(n * rest) * Math.exp(-n / 2 * Math.log1p(square / n));
      return x < (n / 2 + 1) / (n / 2 + 2.5) ? power * betaFraction(n / 2, 0.5, x) / n
        : 0.5 - power * betaFraction(0.5, n / 2, rest);
    }
    return {
      normal: false,
      cdf: function (t) { return t < 0 ? tail(-t) : 1 - tail(t); },
      density: density,
      // The mean square where it is positive, of what is cut off at a bound.
      squares: function (bound) {
        var sum = bound * bound * tail(bound);
        overIntervals(0, arsinh(bound), function () { return 0.8; }, function (u, weight) {
          var t = Math.sinh(u);
          sum += weight * t * t * density(t) * Math.cosh(u);
        });
        return sum;
      }
    };
  }

  // log Gamma(x + 1/2) - log Gamma(x) - log(x) / 2: as GammaRatio of the program.
  function gammaRatio(x) {
    var at = x, ratio = 1;
    for (; at < 8; at++) ratio *= (at + 0.5) / at;
    var v = 1 / (at * at);
    var series = [929569 / 15728640, -5461 / 425984, 691 / 180224, -31 / 18432, 17 / 14336, -1 / 640, 1 / 192, -1 / 8]
      .reduce(function (sum, c) { return sum * v + c; }, 0) / at;
    return series + 0.5 * Math.log(at / (x * ratio * ratio));
  }

  function betaFraction(a, b, x) {
    var tiny = 1e-300;
    function away(value) { return Math.abs(value) < tiny ? tiny : value; }
    var c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), h = d;
    for (var m = 1; m < 10000; m++) {
      var even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + even * d);
      c = away(1 + even / c);
      h *= d * c;
      var odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / away(1 + odd * d);
      c = away(1 + odd / c);
      h *= d * c;
      if (Math.abs(d * c - 1) < 1e-15) break;
    }
    return h;
  }

  function arsinh(x) {
    var a = Math.abs(x);
    var u = Math.log1p(a + a * (a / (1 + Math.sqrt(1 + a * a))));
    return x < 0 ? -u : u;
  }

  var GAUSS = [
    [0.949107912342758524526189684047851, 0.129484966168869693270611432679082],
    [0.741531185599394439863864773280788, 0.279705391489276667901467771423780],
    [0.405845151377397166906606412076961, 0.381830050505118944950369775488975],
    [0, 0.417959183673469387755102040816327]
  ];

  // Gauss's rule of 7 points over intervals of an integral, as wide as is said where each begins.
  function overIntervals(from, to, widest, add) {
    for (var at = from; at < to;) {
      var end = Math.min(to, at + widest(at));
      var half = (end - at) / 2;
      GAUSS.forEach(function (rule) {
        add(at + half - half * rule[0], half * rule[1]);
        if (rule[0] > 0) add(at + half + half * rule[0], half * rule[1]);
      });
      at = end;
    }
  }

  // Mean and standard deviation of a part, whose heavy tails are cut off at a range: as StudentMixture of
  // the program, where the rule is said.
  function moment(part, range) {
    if (part.shape.normal) return part;
    var least = range.high / 3 - range.low / 3;
    var below = Math.max(part.mean - range.low, least) / part.sd;
    var above = Math.max(range.high - part.mean, least) / part.sd;
    return { mean: part.mean, sd: part.sd * Math.sqrt(part.shape.squares(below) + part.shape.squares(above)) };
  }

  function logMoments(part, range) {
    return part.shape.normal ? lognormalMoments(part, range) : heavyMoments(part, range);
  }

  // The same of the exponential of Student's t that is clamped to the middle of a range, as LogMixture of
  // the program has it: by its density between the bounds, and what is beyond them.
  function heavyMoments(part, range) {
    var m = part.mean, s = part.sd;
    var inner = range.high / 3 - range.low / 3;
    var low = Math.max(range.low, Math.min(range.low + inner, m - 3 * s));
    var high = Math.min(range.high, Math.max(range.high - inner, m + 3 * s));
    low = Math.max(-700, Math.min(709, low));
    high = Math.max(-700, Math.min(709, high));
    var inside = Math.max(low, Math.min(high, m));
    var center = high - inside > 300 ? high : inside;
    function h(z) {
      return center === inside ? Math.expm1(z - inside) : Math.exp(z - center) - Math.exp(inside - center);
    }
    var first = 0, second = 0;
    function add(z, mass) {
      first += mass * h(z);
      second += mass * h(z) * h(z);
    }
    var a = (low - m) / s, b = (high - m) / s;
    add(low, part.shape.cdf(a));
    add(high, part.shape.cdf(-b));
    function widest(u) { return Math.min(0.8, Math.max(1.5 / (s * Math.cosh(u)), (arsinh(b) - arsinh(a)) / 64)); }
    [[Math.max(0, a), b, 1], [Math.max(0, -b), -a, -1]].forEach(function (side) {
      overIntervals(arsinh(side[0]), arsinh(side[1]), widest, function (u, weight) {
        var t = Math.sinh(u);
        add(m + side[2] * s * t, weight * part.shape.density(t) * Math.cosh(u));
      });
    });
    return {
      mean: finite(Math.exp(inside) + Math.exp(center) * first),
      sd: finite(Math.exp(center) * Math.sqrt(Math.max(0, second - first * first)))
    };
  }

  function finite(value) {
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
  }

  // What the target or its logarithm is clamped to where moments are taken: the range of training targets,
  // extended by its own width on each side; a file of an earlier version does not have it.
  function clampOf(target) {
    return target.clamp || { low: target.center - 10 * target.spread, high: target.center + 10 * target.spread };
  }

  // Mean and standard deviation of the exponential of a normal that is clamped to a range: as
  // LognormalMoments of the program, where the formulas are said.
  function lognormalMoments(part, range) {
    var m = part.mean, s = part.sd;
    if (range.low < m - 9 * s && m + (9 + 2 * s) * s < range.high) {
      var free = Math.exp(m + s * s / 2);
      return { mean: free, sd: free * Math.sqrt(Math.expm1(s * s)) };
    }
    function clamped(z, low, high) { return Math.max(low, Math.min(high, z)); }
    var inside = clamped(m, range.low, range.high);
    var a = (range.low - m) / s, b = (range.high - m) / s;
    if (s < 1e-5) {
      a = clamped(a, -40, 40);
      b = clamped(b, -40, 40);
      var mean = a * normalCdf(a) + b * normalCdf(-b) + height(a) - height(b);
      var square = a * a * normalCdf(a) + b * b * normalCdf(-b)
        + 1 - normalCdf(a) - normalCdf(-b) + a * height(a) - b * height(b);
      return {
        mean: Math.exp(inside) * (1 + s * (mean - clamped(0, a, b))),
        sd: Math.exp(inside) * s * Math.sqrt(Math.max(0, square - mean * mean))
      };
    }
    var center = range.high - inside > 300 ? range.high : inside;
    function edge(k, bound, t) { return Math.exp(k * (bound - center) - t * t / 2) * millsRatio(Math.abs(t - k * s)); }
    function moment(k) {
      var lower = edge(k, range.low, a), upper = edge(k, range.high, b);
      var between = a - k * s >= 0 ? lower - upper : b - k * s <= 0 ? upper - lower
        : Math.exp(k * (m - center) + k * s * k * s / 2) - lower - upper;
      return Math.exp(k * (range.low - center)) * normalCdf(a)
        + Math.exp(k * (range.high - center)) * normalCdf(-b) + between;
    }
    var first = moment(1);
    return {
      mean: finite(Math.exp(center) * first),
      sd: finite(Math.exp(center) * Math.sqrt(Math.max(0, moment(2) - first * first)))
    };
  }

  function height(t) {
    return Math.exp(-t * t / 2) / Math.sqrt(2 * Math.PI);
  }

  function normalCdf(z) {
    var tail = Math.exp(-z * z / 2) * millsRatio(Math.abs(z));
    return z > 0 ? 1 - tail : tail;
  }

  // The upper tail of the normal distribution over exp(-t^2 / 2), for t of at least 0: Hart's rational
  // function 5666, as in West, Better approximations to cumulative normal functions (2005).
  function millsRatio(t) {
    if (t < 7.07106781186547) {
      var p = ((((((3.52624965998911e-02 * t + 0.700383064443688) * t + 6.37396220353165) * t
        + 33.912866078383) * t + 112.079291497871) * t + 221.213596169931) * t + 220.206867912376);
      var q = (((((((8.83883476483184e-02 * t + 1.75566716318264) * t + 16.064177579207) * t
        + 86.7807322029461) * t + 296.564248779674) * t + 637.333633378831) * t
        + 793.826512519948) * t + 440.413735824752);
      return p / q;
    }
    return 1 / 2.5066282746310002 / (t + 1 / (t + 2 / (t + 3 / (t + 4 / (t + 0.65)))));
  }

  return {
    read: read, at: at, encode: encode, featureCount: featureCount, warped: warped, unwarped: unwarped, DAY: DAY
  };
})();
