// The form that asks the posterior inside this page. Every text of the data is set as textContent or
// as a value: nothing of it is ever read as HTML.
(function () {
  "use strict";

  var place = document.getElementById("whatif-form");
  if (!place) return;
  var SHOWN_COLUMNS = 12;
  var SHOWN_ON_A_PHONE = 4;
  var SHOWN_CLASSES = 12;
  var SHOWN_ROWS = 200;
  var SHOWN_OUTSIDE = 5;
  var MOST_BYTES = 2e7;
  var MOST_SHOWN = 1e300; // of an axis, whose ends must have a distance
  var QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
  var SVG = "http://www.w3.org/2000/svg";

  var run;
  try {
    run = coset.read(bytes(document.getElementById("posterior").textContent));
  } catch (e) {
    element("p", place, e.message).className = "warning";
    document.getElementById("whatif-drop").hidden = true;
    return;
  }
  var columns = run.encoding.columns;
  var target = run.encoding.target;
  var scaling = run.scaling.target;
  var controls = columns.map(control);
  var ordered = JSON.parse(place.dataset.order); // columns, the most important first
  columns.forEach(function (_, c) { if (ordered.indexOf(c) < 0) ordered.push(c); });

  function bytes(base64) {
    var text = atob(base64.trim());
    var array = new Uint8Array(text.length);
    for (var i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
    return array.buffer;
  }

  function element(name, parent, text) {
    var made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  }

  function number(value, greatest) {
    if (!Number.isFinite(value)) return "";
    var size = Math.abs(value);
    var text = size !== 0 && (Math.max(size, greatest || 0) >= 1e6 || size < 1e-4) ? scientific(value, 4)
      : String(Number(value.toPrecision(4)));
    return text.replace(/-/g, "\u2212");
  }

  function scientific(value, digits) {
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  }

  // Where training rows lie of a column's first feature, in the units of its cells.
  function rangeOf(column, c) {
    var feature = columns.slice(0, c).reduce(function (sum, other) { return sum + coset.featureCount(other); }, 0);
    var k = run.scaling.kept.indexOf(feature);
    var ends = k < 0 ? [run.range.constants[feature], run.range.constants[feature]].map(Number)
      : [run.range.low[k], run.range.high[k]].map(function (standard) {
        return run.scaling.means[k] + run.scaling.deviations[k] * standard;
      });
    return ends.map(function (value) {
      return column.kind === "time" ? column.first + coset.DAY * value : coset.unwarped(column.warp, value);
    });
  }

  // One column: its element, and how its code is read and set.
  function control(column, c) {
    var box = element("div");
    box.className = "whatif-column";
    var label = element("label", box, column.name);
    label.htmlFor = "whatif-" + c;
    var made = { number: numberControl, time: timeControl }[column.kind] || choiceControl;
    var of = made(column, c, box, label.htmlFor);
    return { box: box, read: of.read, set: of.set };
  }

  function numberControl(column, c, box, id) {
    var range = rangeOf(column, c);
    var slider = element("input", box);
    slider.type = "range";
    slider.min = coset.warped(column.warp, range[0]); // as the network sees it: outliers compressed (asinh)
    slider.max = coset.warped(column.warp, range[1]);
    slider.step = "any";
    slider.setAttribute("aria-label", column.name + ", within the training range");
    var exact = element("input", box);
    exact.type = "number";
    exact.step = "any";
    exact.id = id;
    slider.addEventListener("input", function () {
      var value = coset.unwarped(column.warp, slider.valueAsNumber);
      var size = column.warp.scale === 0 ? range[1] - range[0] : Math.max(Math.abs(value), column.warp.scale);
      var digits = Math.pow(10, Math.floor(Math.log10(size || 1)) - 3);
      exact.value = Number((Math.round(value / digits) * digits).toPrecision(12));
      show();
    });
    exact.addEventListener("input", function () {
      if (exact.value !== "") slider.value = coset.warped(column.warp, exact.valueAsNumber);
      show();
    });
    // An empty box is a missing cell.
    return {
      read: function () { return exact.value === "" ? NaN : exact.valueAsNumber; },
      set: function (code) {
        exact.value = Number.isNaN(code) ? "" : code;
        slider.value = coset.warped(column.warp, Number.isNaN(code) ? column.fill : code);
      }
    };
  }

  function timeControl(column, c, box, id) {
    var input = element("input", box);
    var length = column.hours ? 19 : 10;
    input.type = column.hours ? "datetime-local" : "date";
    if (column.hours) input.step = 1;
    input.id = id;
    input.addEventListener("input", show);
    return {
      read: function () { return input.value === "" ? NaN : Date.parse(input.value + (column.hours ? "Z" : "")) / 1000; },
      set: function (code) {
        input.value = Number.isNaN(code) ? "" : new Date(1000 * code).toISOString().slice(0, length);
      }
    };
  }

  function choiceControl(column, c, box, id) {
    var select = element("select", box);
    select.id = id;
    var codes = [];
    function option(text, code) {
      codes.push(code);
      element("option", select, text);
    }
    if (column.kind === "truth") {
      column.form.toLowerCase().split("_").forEach(function (word, i) { option(word, 1 - i); });
    } else {
      column.levels.forEach(function (level, i) { option(level, i); });
      option("(another)", column.levels.length);
    }
    option("(missing)", NaN);
    select.addEventListener("input", show);
    return {
      read: function () { return codes[select.selectedIndex]; },
      set: function (code) {
        select.selectedIndex = codes.findIndex(function (other) { return Object.is(other, code); });
      }
    };
  }

  function form() {
    if (run.rows) {
      var box = element("div", place);
      box.className = "whatif-column";
      element("label", box, "Start from").htmlFor = "whatif-row";
      var select = element("select", box);
      select.id = "whatif-row";
      for (var i = 0; i < run.rows.count; i++) {
        var observed = scaling.classes > 0 ? target.levels[run.rows.target[i]] : number(run.rows.target[i]);
        element("option", select, (run.rows.test ? "test row " : "training row ") + (run.rows.numbers[i] + 1)
          + ", observed " + observed);
      }
      select.addEventListener("input", function () { start(select.selectedIndex); });
    }
    var most = window.innerWidth < 600 ? SHOWN_ON_A_PHONE : SHOWN_COLUMNS;
    if (ordered.length <= most + 1) most = ordered.length;
    ordered.slice(0, most).forEach(function (c) { place.appendChild(controls[c].box); });
    if (ordered.length > most) {
      var more = element("details", place);
      element("summary", more, (ordered.length - most) + " more columns");
      ordered.slice(most).forEach(function (c) { more.appendChild(controls[c].box); });
    }
  }

  // Sets all controls to a row that travels with the page; without any, to what fills missing cells.
  function start(row) {
    controls.forEach(function (control, c) {
      var column = columns[c];
      control.set(run.rows ? run.rows.codes[c][row] : column.kind === "levels" ? 0 : column.fill);
    });
    show();
  }

  function show() {
    var out = document.getElementById("whatif-answer");
    out.textContent = "";
    var warning = document.getElementById("whatif-far");
    var said;
    try {
      said = coset.at(run, controls.map(function (control) { return control.read(); }));
    } catch (e) {
      warning.textContent = e.message;
      warning.hidden = false;
      return;
    }
    if (scaling.classes > 0) showClasses(said, out); else showNumber(said, out);
    var far = [];
    if (said.outside.length > 0) {
      far.push("This row is outside the training range: " + said.outside.map(nameOf).join(", ")
        + ". It lies outside by up to " + number(said.extrapolation) + " standard deviations of a feature.");
    }
    if (said.unlike) {
      far.push("It has another value of a column that was constant in training. The model ignores that column.");
    }
    warning.textContent = far.join(" ");
    warning.hidden = !far.length;
  }

  function nameOf(c) {
    return "'" + columns[c].name + "'";
  }

  // How many rows are outside the training range, with the columns, those with most rows first.
  function outsideSentence(outside) {
    var rowsOf = columns.map(function (_, c) {
      return outside.filter(function (of) { return of.indexOf(c) >= 0; }).length;
    });
    var order = columns.map(function (_, c) { return c; }).filter(function (c) { return rowsOf[c] > 0; })
      .sort(function (a, b) { return rowsOf[b] - rowsOf[a]; });
    var any = outside.filter(function (of) { return of.length > 0; }).length;
    return any + " of " + count(outside.length, "row") + (any === 1 ? " is" : " are") + " outside the training range: "
      + order.slice(0, SHOWN_OUTSIDE).map(function (c) { return nameOf(c) + " (" + count(rowsOf[c], "row") + ")"; }).join(", ")
      + (order.length > SHOWN_OUTSIDE ? " and " + count(order.length - SHOWN_OUTSIDE, "more column") : "") + ".";
  }

  function fact(list, label, value) {
    var box = element("div", list);
    element("dt", box, label);
    element("strong", element("dd", box), value);
  }

  function facts(out) {
    var list = element("dl", out);
    list.className = "facts";
    return list;
  }

  function showNumber(said, out) {
    var q = QUANTILES.map(said.quantile);
    var list = facts(out);
    // What stands together is written in one style.
    var greatest = Math.max(Math.abs(said.mean), Math.abs(q[0]), Math.abs(q[4]));
    function written(value) { return number(value, greatest); }
    fact(list, "mean", written(said.mean));
    fact(list, "50% interval", written(q[1]) + " to " + written(q[3]));
    fact(list, "90% interval", written(q[0]) + " to " + written(q[4]));
    fact(list, "noise (aleatoric), sd", written(said.aleatoric));
    fact(list, "model uncertainty (epistemic), sd", written(said.epistemic));
    out.appendChild(curve(said, q, Math.min(720, Math.max(280, out.clientWidth))));
    element("p", out, "Density of " + target.name + ". The line is the mean. The two darker parts are the 50% and 90% intervals.")
      .className = "whatif-key";
  }

  // The density; its axis stays while one drags, unless the intervals leave it.
  function curve(said, q, width) {
    var low = Math.min(scaling.mean - 3 * scaling.deviation, q[0] - (q[4] - q[0]) / 2);
    var high = Math.max(scaling.mean + 3 * scaling.deviation, q[4] + (q[4] - q[0]) / 2);
    if (scaling.scale === "LOG") low = Math.max(low, 0);
    low = Math.max(low, -MOST_SHOWN);
    high = Math.min(high, MOST_SHOWN);
    var height = 180, floor = 150, steps = 240;
    var ys = [], densities = [];
    for (var i = 0; i <= steps; i++) {
      ys.push(low + (high - low) * i / steps);
      densities.push(said.density(ys[i]));
    }
    var top = Math.max.apply(null, densities) || 1;
    function x(y) { y = Math.max(low, Math.min(high, y)); return 10 + (width - 20) * (y - low) / (high - low); }
    function outline(from, to) {
      var points = [x(from) + "," + floor];
      ys.filter(function (y) { return y > from && y < to; }).concat([from, to])
        .sort(function (a, b) { return a - b; })
        .forEach(function (y) { points.push(x(y) + "," + (floor - 135 * Math.min(1, said.density(y) / top))); });
      return points.concat([x(to) + "," + floor]).join(" ");
    }
    var svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "Predictive density of " + target.name);
    function add(name, attributes, text) {
      var made = document.createElementNS(SVG, name);
      Object.keys(attributes).forEach(function (key) { made.setAttribute(key, attributes[key]); });
      if (text !== undefined) made.textContent = text;
      svg.appendChild(made);
    }
    add("polygon", { points: outline(low, high), "class": "whatif-all" });
    add("polygon", { points: outline(q[0], q[4]), "class": "whatif-90" });
    add("polygon", { points: outline(q[1], q[3]), "class": "whatif-50" });
    add("line", { x1: x(said.mean), x2: x(said.mean), y1: 10, y2: floor, "class": "whatif-mean" });
    add("line", { x1: 10, x2: width - 10, y1: floor, y2: floor, "class": "whatif-axis" });
    var written = tickText(Math.max(Math.abs(low), Math.abs(high)));
    ticks(low, high).forEach(function (y) {
      add("line", { x1: x(y), x2: x(y), y1: floor, y2: floor + 5, "class": "whatif-axis" });
      add("text", { x: x(y), y: floor + 20, "text-anchor": "middle" }, written(y));
    });
    return svg;
  }

  // All numbers of an axis in one unit, the one that the charts of this page have.
  function tickText(greatest) {
    var unit = greatest >= 1e9 || greatest < 1e-3 ? null
      : greatest >= 1e6 ? ["M", 1e6] : greatest >= 1e4 ? ["k", 1e3] : ["", 1];
    return function (y) {
      if (y === 0) return "0";
      var text = unit ? Number((y / unit[1]).toPrecision(6)) + unit[0] : scientific(y, 6);
      return text.replace(/-/g, "\u2212");
    };
  }

  // Round numbers, about five, none so near to an end that its text would be cut.
  function ticks(low, high) {
    var power = Math.pow(10, Math.floor(Math.log10((high - low) / 5)));
    var step = power * [1, 2, 5, 10].find(function (times) { return (high - low) / (times * power) <= 7; });
    var margin = (high - low) / 20;
    var found = [];
    for (var k = Math.ceil((low + margin) / step); k * step <= high - margin; k++) {
      found.push(Number((k * step).toPrecision(12)));
    }
    return found;
  }

  function showClasses(said, out) {
    var list = facts(out);
    fact(list, "predicted class", target.levels[said.best]);
    fact(list, "its probability", percent(said.probabilities[said.best]));
    var order = said.probabilities.map(function (_, k) { return k; });
    if (order.length > SHOWN_CLASSES) {
      order.sort(function (a, b) { return said.probabilities[b] - said.probabilities[a]; });
      order = order.slice(0, SHOWN_CLASSES);
    }
    var bars = element("div", out);
    bars.className = "whatif-bars";
    order.forEach(function (k) {
      var row = element("div", bars);
      element("span", row, target.levels[k]);
      var bar = element("meter", row);
      bar.value = said.probabilities[k];
      bar.setAttribute("aria-label", "probability of " + target.levels[k]);
      element("b", row, percent(said.probabilities[k]));
      element("small", row, intervalText(said, k));
    });
    element("p", out, "Probability of each class of " + target.name
      + ", with the interval that holds 90% of the draws: model uncertainty (epistemic).").className = "whatif-key";
  }

  function percent(p) {
    return (100 * p).toFixed(1) + "%";
  }

  function intervalText(said, k) {
    return said.interval(k).map(percent).join(" to ");
  }

  // Predictions of a file's rows: the columns that 'coset predict' writes.
  function predictions(table) {
    var header = ["row"].concat(table.id === null ? [] : [table.id]);
    header = header.concat(scaling.classes > 0
      ? ["class"].concat(target.levels.map(function (level) { return "p_" + level; }), ["entropy", "aleatoric", "epistemic"])
      : ["mean", "median", "sd", "aleatoric", "epistemic"].concat(QUANTILES.map(function (p) { return "q" + p; })));
    header.push("extrapolation");
    var unlike = 0;
    var outside = [];
    var rows = table.rows.map(function (row) {
      var said = coset.at(run, row.codes);
      if (said.unlike) unlike++;
      outside.push(said.outside);
      return [row.number].concat(table.id === null ? [] : [row.id], scaling.classes > 0
        ? [target.levels[said.best]].concat(said.probabilities, [said.entropy, said.aleatoric, said.epistemic])
        : [said.mean, said.quantile(0.5), said.sd, said.aleatoric, said.epistemic].concat(QUANTILES.map(said.quantile)),
      [said.extrapolation]);
    });
    return { header: header, rows: rows, unlike: unlike, outside: outside };
  }

  function csv(made) {
    return [made.header].concat(made.rows).map(function (row) {
      return row.map(function (cell) {
        var text = String(cell);
        return /[",\r\n]/.test(text) ? "\"" + text.replace(/"/g, "\"\"") + "\"" : text;
      }).join(",");
    }).join("\r\n") + "\r\n";
  }

  function count(n, thing) {
    return n + " " + thing + (n === 1 ? "" : "s");
  }

  function drop(text, name) {
    var out = document.getElementById("whatif-table");
    out.textContent = "";
    var table, made;
    try {
      table = cosetTable.read(run, text, name);
      made = predictions(table);
    } catch (e) {
      element("p", out, e.message).className = "warning";
      return;
    }
    var notes = [count(made.rows.length, "row") + " predicted."];
    if (table.filled) notes.push(count(table.filled, "missing cell") + " filled in as in training.");
    if (table.unknown) notes.push(count(table.unknown, "cell") + " of text that training did not see.");
    if (made.unlike) notes.push(count(made.unlike, "row") + " with another value of a column that was constant in training.");
    if (made.outside.some(function (of) { return of.length > 0; })) notes.push(outsideSentence(made.outside));
    if (made.rows.length > SHOWN_ROWS) notes.push("The first " + SHOWN_ROWS + " are shown.");
    element("p", out, notes.join(" "));
    var link = element("a", out, "Download predictions.csv");
    link.href = URL.createObjectURL(new Blob([csv(made)], { type: "text/csv" }));
    link.download = "predictions.csv";
    var scroll = element("div", out);
    scroll.className = "scroll";
    scroll.tabIndex = 0;
    var grid = element("table", scroll);
    var head = element("tr", element("thead", grid));
    made.header.forEach(function (name) { element("th", head, name).scope = "col"; });
    var body = element("tbody", grid);
    made.rows.slice(0, SHOWN_ROWS).forEach(function (row) {
      var line = element("tr", body);
      row.forEach(function (cell, j) {
        var isNumber = typeof cell === "number";
        element("td", line, isNumber && j > 0 ? number(cell) : String(cell)).className = isNumber ? "number" : "";
      });
    });
  }

  function take(file) {
    if (file.size > MOST_BYTES) {
      document.getElementById("whatif-table").textContent =
        "The file has " + file.size + " bytes, too many for this page. Use 'coset predict'.";
      return;
    }
    file.text().then(function (text) { drop(text, file.name); });
  }

  var zone = document.getElementById("whatif-drop");
  var chosen = document.getElementById("whatif-file");
  chosen.addEventListener("change", function () { if (chosen.files.length) take(chosen.files[0]); });
  zone.addEventListener("dragover", function (event) { event.preventDefault(); });
  zone.addEventListener("drop", function (event) {
    event.preventDefault();
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });

  form();
  start(0);
  // What tests and the curious ask with.
  window.whatif = { run: run, controls: controls, at: function (codes) { return coset.at(run, codes); }, drop: drop, predictions: predictions };
})();
