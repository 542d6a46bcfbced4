// Draws the charts of this page with ECharts. All texts of the data are drawn as text or set as
// textContent: nothing of them is ever read as HTML.
(function () {
  "use strict";

  var charts = JSON.parse(document.getElementById("charts").textContent);
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var printing = false;
  var drawn = []; // {chart, element, instance, selected}
  var DASHES = "path://M0 0h6v2h-6zM10 0h6v2h-6z";
  var MOST_SQUARE = 560; // pixels
  var FIRST_PANELS = 2; // on a phone
  var PHONE = 520; // pixels; no wider is a chart there
  var MANY = 4000; // marks beyond which a canvas is quicker than SVG

  // What is printed is light.
  var LIGHT = {
    ink: "#1c2733", soft: "#5a6672", line: "#dfe4e9", card: "#ffffff", blue: "#0072b2", orange: "#d98200",
    green: "#009e73", purple: "#b3568c", vermillion: "#d55e00", sky: "#3c9fd6", yellow: "#b8a800", grey: "#7b8794"
  };

  function colour(role) {
    if (printing) return LIGHT[role];
    return getComputedStyle(document.documentElement).getPropertyValue("--" + role).trim();
  }

  function short(text, most) {
    return text.length <= most ? text : text.slice(0, most - 1) + "\u2026";
  }

  function number(value, digits) {
    if (value === null || value === undefined) return "";
    if (value === 0) return "0";
    var size = Math.abs(value);
    var text;
    if (size >= 1e6 || size < 1e-4) {
      text = scientific(value, digits);
    } else if (Number.isInteger(value)) {
      text = String(value);
    } else {
      text = String(Number(value.toPrecision(digits)));
    }
    return text.replace(/-/g, "\u2212");
  }

  function scientific(value, digits) {
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  }

  /** All numbers of an axis are written in one unit. */
  function tickText(axis, most) {
    var factor = { k: 1e3, M: 1e6 }[axis.unit] || 1;
    return function (value) {
      if (axis.names.length) return short(axis.names[Math.round(value) - 1] || "", most);
      var tick = Number(value.toPrecision(7));
      if (tick === 0) return "0";
      return axis.unit === "e" ? scientific(tick, 6).replace(/-/g, "\u2212") : number(tick / factor, 6) + axis.unit;
    };
  }

  function axisOption(axis, index, isX, room) {
    var many = isX && room / ((axis.high - axis.low) / axis.step + 1) < 34 && !axis.log && !axis.names.length;
    return {
      type: axis.log ? "log" : "value",
      gridIndex: index,
      min: axis.low,
      max: axis.high,
      // With a step of its own, ECharts begins to count at the low end, round or not.
      interval: axis.log || !round(axis.low, axis) ? undefined : axis.step * (many ? 2 : 1),
      minInterval: axis.log ? undefined : axis.step, // so that what is whole has whole ticks
      splitNumber: 5,
      name: short(axis.label, Math.max(12, Math.floor(room / 6.2))),
      nameLocation: isX ? "middle" : "end",
      nameGap: isX ? (crowded(axis, room) ? 64 : 26) : 10,
      nameTextStyle: { color: colour("soft"), align: isX ? "center" : "left", padding: isX ? 0 : [0, 0, 0, -40] },
      axisLabel: {
        color: colour("soft"),
        hideOverlap: axis.names.length === 0,
        showMinLabel: round(axis.low, axis),
        showMaxLabel: round(axis.high, axis),
        formatter: tickText(axis, isX ? 12 : 9),
        rotate: isX && crowded(axis, room) ? 35 : 0
      },
      axisLine: { show: isX, onZero: false, lineStyle: { color: colour("grey") } },
      axisTick: { show: false },
      minorSplitLine: { show: false },
      splitLine: { show: !isX, lineStyle: { color: colour("line") } }
    };
  }

  /** Whether the names along an axis must be set aslant. */
  function crowded(axis, room) {
    var longest = axis.names.reduce(function (most, name) { return Math.max(most, Math.min(name.length, 12)); }, 0);
    return axis.names.length > 1 && room / (axis.names.length + 1) < 7 * longest;
  }

  /** Whether an end of an axis is one of its ticks. */
  function round(end, axis) {
    var steps = end / axis.step;
    return axis.log || Math.abs(steps - Math.round(steps)) < 1e-4;
  }

  function pairs(a, b) {
    return a.map(function (value, i) { return [value, b[i]]; });
  }

  function series(mark, panel, index, matrix) {
    var hue = colour(mark.colour);
    var base = {
      name: mark.name,
      xAxisIndex: index,
      yAxisIndex: index,
      animation: false,
      color: hue,
      itemStyle: { color: hue, opacity: mark.opacity },
      emphasis: { disabled: true },
      clip: true
    };
    if (mark.type === "line" || mark.type === "rule") {
      var data = mark.type === "line" ? pairs(mark.x, mark.y)
        : mark.vertical ? [[mark.at, panel.y.low], [mark.at, panel.y.high]]
        : [[panel.x.low, mark.at], [panel.x.high, mark.at]];
      var dashed = mark.type === "rule" || mark.dashed;
      return Object.assign(base, {
        type: "line",
        data: data,
        showSymbol: false,
        silent: mark.type === "rule",
        lineStyle: { color: hue, width: mark.width || 1.5, opacity: mark.opacity, type: dashed ? "dashed" : "solid" },
        itemStyle: { color: hue, opacity: 1 }
      });
    }
    if (mark.type === "points") {
      return Object.assign(base, { type: "scatter", data: pairs(mark.x, mark.y), symbolSize: mark.size * (matrix ? 0.8 : 1) });
    }
    base.type = "custom";
    base.clip = true;
    if (mark.type === "band") {
      base.data = [[mark.x[0], mark.low[0]]];
      base.silent = true;
      base.renderItem = function (params, api) {
        var up = pairs(mark.x, mark.high).map(api.coord);
        var down = pairs(mark.x, mark.low).map(api.coord).reverse();
        return { type: "polygon", shape: { points: up.concat(down) }, style: { fill: hue, opacity: mark.opacity } };
      };
    } else if (mark.type === "intervals") {
      base.data = mark.x.map(function (x, i) { return [x, mark.low[i], mark.high[i]]; });
      base.encode = { x: 0, y: [1, 2] };
      base.renderItem = function (params, api) {
        var a = api.coord([api.value(0), api.value(1)]);
        var b = api.coord([api.value(0), api.value(2)]);
        var width = panel.x.names.length ? 5 : 1.5;
        return { type: "line", shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] }, style: { stroke: hue, lineWidth: width, opacity: mark.opacity } };
      };
    } else if (mark.type === "rug") {
      base.data = mark.x.map(function (x) { return [x]; });
      base.encode = { x: 0 };
      base.silent = true;
      base.renderItem = function (params, api) {
        var at = api.coord([api.value(0), panel.y.low]);
        return { type: "line", shape: { x1: at[0], y1: at[1], x2: at[0], y2: at[1] - 6 }, style: { stroke: hue, lineWidth: 1, opacity: mark.opacity } };
      };
    } else if (mark.type === "bars") {
      base.data = mark.from.map(function (from, i) { return [from, mark.to[i], mark.height[i]]; });
      base.encode = { x: [0, 1], y: 2 };
      base.renderItem = function (params, api) {
        return box(api.coord([api.value(0), api.value(2)]), api.coord([api.value(1), Math.max(0, panel.y.low)]), hue, mark.opacity);
      };
    } else {
      base.data = [];
      mark.value.forEach(function (column, c) {
        column.forEach(function (value, r) {
          if (value > 0.01 * mark.greatest) base.data.push([mark.x[c], mark.x[c + 1], mark.y[r], mark.y[r + 1], value]);
        });
      });
      base.encode = { x: [0, 1], y: [2, 3] };
      base.renderItem = function (params, api) {
        return box(api.coord([api.value(0), api.value(3)]), api.coord([api.value(1), api.value(2)]), hue, api.value(4) / mark.greatest);
      };
    }
    return base;
  }

  function box(topLeft, bottomRight, hue, opacity) {
    var width = bottomRight[0] - topLeft[0];
    return {
      type: "rect",
      shape: { x: topLeft[0], y: topLeft[1], width: Math.max(0.5, width - (width > 6 ? 1 : 0)), height: bottomRight[1] - topLeft[1] },
      style: { fill: hue, opacity: opacity }
    };
  }

  function markSize(mark) {
    if (mark.type === "points" || mark.type === "intervals" || mark.type === "rug") return mark.x.length;
    if (mark.type === "cells") return mark.value.length * mark.value[0].length;
    return 1;
  }

  /** On a phone a chart begins with its first panels. */
  function firstPanels(entry, width) {
    var chart = entry.chart;
    return entry.all || printing || width > PHONE || chart.shape !== "wide" || chart.panels.length <= FIRST_PANELS + 1
      ? chart : Object.assign({}, chart, { panels: chart.panels.slice(0, FIRST_PANELS) });
  }

  function layout(chart, width) {
    var n = chart.panels.length;
    var columns = chart.shape === "matrix" ? chart.columns : Math.max(1, Math.min(chart.columns, n, Math.floor(width / 260)));
    var rows = Math.ceil(n / columns);
    var side = width / columns;
    return { columns: columns, rows: rows, side: side, height: chart.shape !== "wide" ? side : Math.min(chart.height, printing || width <= PHONE ? 250 : chart.height) };
  }

  /** Names with a small one of what each stands for. */
  function legendOf(chart) {
    var entries = [];
    chart.panels.forEach(function (panel) {
      panel.marks.forEach(function (mark) {
        if (mark.name && !entries.some(function (entry) { return entry.name === mark.name; })) {
          entries.push({ name: mark.name, icon: icon(mark) });
        }
      });
    });
    return entries;
  }

  function icon(mark) {
    switch (mark.type) {
      case "points": return "circle";
      case "intervals": return "path://M0 0h2v12h-2z";
      case "line": return mark.dashed ? DASHES : "path://M0 0h16v2h-16z";
      case "rule": return DASHES;
      case "rug": return "path://M0 0h1v6h-1zM5 0h1v6h-1zM10 0h1v6h-1z";
      default: return "roundRect";
    }
  }

  /** Rows that a legend takes, by a guess at the width of its letters. */
  function legendHeight(names, width) {
    if (names.length === 0) return 0;
    var rows = 1;
    var x = 0;
    names.forEach(function (entry) {
      var each = 34 + 6.8 * Math.min(entry.name.length, 44);
      if (x > 0 && x + each > width) { rows++; x = 0; }
      x += each;
    });
    return 24 * rows + 6;
  }

  function tooltip(chart) {
    return {
      trigger: "item",
      renderMode: "richText",
      confine: true,
      backgroundColor: colour("card"),
      borderColor: colour("line"),
      textStyle: { color: colour("ink"), fontSize: 12 },
      formatter: function (item) {
        var panel = chart.panels[item.seriesId ? Number(item.seriesId.split("-")[0]) : 0];
        var v = item.value || [];
        var lines = [];
        if (item.seriesName && item.seriesName.indexOf("series") !== 0) lines.push(short(item.seriesName, 40));
        var x = panel.x.names.length ? short(panel.x.names[Math.round(v[0]) - 1] || "", 30) : null;
        if (item.seriesType === "custom" && v.length === 3 && panel.marks.some(function (m) { return m.type === "bars"; })) {
          lines.push(number(v[0], 4) + " to " + number(v[1], 4) + ": " + number(v[2], 4));
        } else {
          lines.push(short(panel.x.label || "x", 30) + ": " + (x === null ? number(v[0], 4) : x));
          lines.push(short(panel.y.label || "y", 30) + ": " + number(v[1], 4) + (v.length === 3 ? " to " + number(v[2], 4) : ""));
        }
        return lines.join("\n").replace(/[{}]/g, "");
      }
    };
  }

  function option(chart, width) {
    var at = layout(chart, width);
    var matrix = chart.shape === "matrix";
    var names = legendOf(chart);
    var top = legendHeight(names, width);
    var result = {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: colour("ink") },
      grid: [], xAxis: [], yAxis: [], series: [], title: [],
      tooltip: tooltip(chart)
    };
    if (names.length) {
      result.legend = {
        data: names, top: 0, left: 0, width: width, itemWidth: 16, itemHeight: 10, itemGap: 12,
        textStyle: { color: colour("ink") }, inactiveColor: colour("line"),
        formatter: function (name) { return short(name, 44); }
      };
    }
    chart.panels.forEach(function (panel, i) {
      var left = (i % at.columns) * at.side;
      var y = top + Math.floor(i / at.columns) * at.height;
      var inside = matrix
        ? { left: left + 3, top: y + 3, width: at.side - 6, height: at.height - 6 }
        : { left: left + 50, top: y + (panel.title ? 48 : 28), width: at.side - 74, height: at.height - (panel.title ? 48 : 28) - (panel.x.label ? 46 : 28) - (crowded(panel.x, at.side - 74) ? 40 : 0) };
      if (matrix) {
        inside.show = panel.marks.length > 0;
        inside.borderColor = colour("line");
      }
      result.grid.push(inside);
      if (panel.title) {
        result.title.push(matrix
          ? { text: short(panel.title, 12), left: left + at.side / 2, top: y + at.height / 2 - 8, textAlign: "center", textStyle: { color: colour("ink"), fontSize: at.side < 70 ? 9 : 11 } }
          : { text: short(panel.title, Math.floor(at.side / 9)), left: left + 4, top: y + 4, padding: 0, textStyle: { color: colour("ink"), fontSize: 13 } });
      }
      var x = axisOption(panel.x, i, true, inside.width);
      var yAxis = axisOption(panel.y, i, false, inside.width + 40);
      if (matrix) {
        x.show = false;
        yAxis.show = false;
      }
      result.xAxis.push(x);
      result.yAxis.push(yAxis);
      var through = {}; // what is seen through the bands so far, by colour
      panel.marks.forEach(function (mark, m) {
        var one = series(mark, panel, i, matrix);
        if (mark.type === "band") {
          through[mark.colour] = (through[mark.colour] || 1) * (1 - mark.opacity);
          one.itemStyle.opacity = 1 - through[mark.colour]; // the legend's
        }
        one.id = i + "-" + m;
        one.z = 2 + m;
        result.series.push(one);
      });
    });
    return { option: result, height: top + at.rows * at.height };
  }

  function draw(entry) {
    if (entry.element.closest("details:not([open])")) return; // drawn once it is seen
    var outer = entry.element.parentElement;
    var width = outer.clientWidth;
    if (printing) width = Math.min(width, 680);
    if (entry.chart.shape === "square") width = Math.min(width, MOST_SQUARE);
    if (entry.chart.shape === "matrix") width = Math.max(Math.min(width, printing ? 600 : 820), 60 * entry.chart.columns);
    var chart = firstPanels(entry, width);
    var made = option(chart, width);
    more(entry, chart);
    entry.element.style.width = width + "px";
    entry.element.style.height = made.height + "px";
    if (!entry.instance) {
      var size = 0;
      entry.chart.panels.forEach(function (panel) {
        panel.marks.forEach(function (mark) { size += markSize(mark); });
      });
      entry.instance = echarts.init(entry.element, null, { renderer: size > MANY ? "canvas" : "svg", width: width, height: made.height });
      // A chart that is drawn anew keeps what its reader chose.
      entry.instance.on("legendselectchanged", function (event) { entry.selected = event.selected; });
    } else {
      entry.instance.resize({ width: width, height: made.height });
    }
    if (made.option.legend) made.option.legend.selected = entry.selected;
    entry.instance.setOption(made.option, { notMerge: true });
    entry.width = width;
  }

  /** A button for the panels that are not drawn. */
  function more(entry, chart) {
    if (entry.more) entry.more.hidden = chart === entry.chart;
    if (entry.more || chart === entry.chart) return;
    entry.more = document.createElement("button");
    entry.more.type = "button";
    entry.more.textContent = "Show all " + entry.chart.panels.length + " panels";
    entry.more.addEventListener("click", function () {
      entry.all = true;
      draw(entry);
    });
    entry.element.parentElement.after(entry.more);
  }

  /** The columns of a mark's table, with their headings. */
  function columns(mark, panel) {
    var x = panel.x.label || "x";
    var y = panel.y.label || "y";
    switch (mark.type) {
      case "line": case "points": return [[x, mark.x], [y, mark.y]];
      case "band": case "intervals": return [[x, mark.x], [y + ", low", mark.low], [y + ", high", mark.high]];
      case "bars": return [["from", mark.from], ["to", mark.to], [y, mark.height]];
      case "rule": return [[mark.vertical ? x : y, [mark.at]]];
      case "rug": return [[x, mark.x]];
      default: return [[x, mark.x], [y, mark.y]];
    }
  }

  function cell(row, kind, text, numeric) {
    var made = document.createElement(kind);
    made.textContent = text;
    if (numeric) made.className = "number";
    if (kind === "th") made.scope = "col";
    row.appendChild(made);
  }

  /** One table for each mark, made when it is first asked for. */
  function tables(chart, into) {
    var MOST = 500;
    chart.panels.forEach(function (panel) {
      panel.marks.forEach(function (mark) {
        var parts = columns(mark, panel);
        var rows = parts[0][1].length;
        if (rows === 0) return;
        var table = document.createElement("table");
        var caption = document.createElement("caption");
        var what = [panel.title, mark.name].filter(Boolean).join(", ");
        caption.textContent = (what || "values") + (rows > MOST ? " (the first " + MOST + " of " + rows + ")" : "");
        table.appendChild(caption);
        var head = table.createTHead().insertRow();
        parts.forEach(function (part) { cell(head, "th", part[0], true); });
        var body = table.createTBody();
        for (var i = 0; i < Math.min(rows, MOST); i++) {
          var row = body.insertRow();
          parts.forEach(function (part, j) {
            var named = j === 0 && panel.x.names.length && mark.type !== "bars";
            cell(row, "td", named ? panel.x.names[Math.round(part[1][i]) - 1] || "" : number(part[1][i], 5), !named);
          });
        }
        into.appendChild(table);
      });
    });
  }

  /** What a click on an entry of the legend does, for keys too. */
  function choices(entry, details) {
    var names = legendOf(entry.chart);
    if (names.length < 2) return;
    var group = document.createElement("fieldset");
    group.appendChild(document.createElement("legend")).textContent = "Shown in the chart";
    var boxes = names.map(function (item) {
      var label = group.appendChild(document.createElement("label"));
      var box = label.appendChild(document.createElement("input"));
      box.type = "checkbox";
      label.append(" " + item.name);
      box.addEventListener("change", function () {
        entry.instance.dispatchAction({ type: "legendToggleSelect", name: item.name });
      });
      return box;
    });
    function tick() {
      boxes.forEach(function (box, i) { box.checked = !entry.selected || entry.selected[names[i].name] !== false; });
    }
    entry.instance.on("legendselectchanged", tick);
    tick();
    details.insertBefore(group, details.querySelector("div"));
  }

  charts.forEach(function (chart) {
    var element = document.querySelector('[data-chart="' + chart.id + '"]');
    var entry = { chart: chart, element: element, instance: null, selected: undefined };
    drawn.push(entry);
    draw(entry);
    var details = element.closest("figure").querySelector("details");
    details.addEventListener("toggle", function () {
      var into = details.querySelector("div");
      if (details.open && !into.firstChild) {
        tables(chart, into);
        choices(entry, details);
      }
      hints();
    });
  });

  /** What is wider than the page says so, and is scrolled by keys too. */
  function hints() {
    document.querySelectorAll(".scroll").forEach(function (box) {
      var wide = box.scrollWidth > box.clientWidth + 1;
      box.classList.toggle("wide", wide);
      if (wide || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  }

  hints();

  var advanced = document.getElementById("advanced");
  if (advanced) {
    advanced.addEventListener("toggle", function () {
      drawn.forEach(function (entry) { if (!entry.instance) draw(entry); });
      hints();
    });
  }

  /** A link to what lies in a closed part opens it. */
  function open() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var closed = target && target.closest("details:not([open])");
    if (!closed) return;
    closed.open = true;
    target.scrollIntoView();
  }

  window.addEventListener("hashchange", open);
  open();

  var nav = document.querySelector("nav");
  function scrolls() {
    nav.classList.toggle("more", nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 4);
  }
  nav.addEventListener("scroll", scrolls);
  nav.addEventListener("click", function () { setTimeout(open); }); // the same link again
  scrolls();

  var card = document.getElementById("card");
  if (card) {
    var print = document.createElement("button");
    print.type = "button";
    print.textContent = "Print this card";
    var body = card.querySelector("details");
    body.open = window.innerWidth > 600;
    print.addEventListener("click", function () {
      body.open = true;
      document.body.classList.add("only-card");
      window.print();
      document.body.classList.remove("only-card");
    });
    card.querySelector(".lead").after(print);
  }

  var waiting = 0;
  window.addEventListener("resize", function () {
    clearTimeout(waiting);
    waiting = setTimeout(function () {
      if (printing) return;
      drawn.forEach(draw);
      hints();
      scrolls();
    }, 120);
  });
  dark.addEventListener("change", function () { drawn.forEach(draw); });
  window.addEventListener("beforeprint", function () {
    printing = true;
    if (card) card.querySelector("details").open = true;
    drawn.forEach(draw);
  });
  window.addEventListener("afterprint", function () { printing = false; drawn.forEach(draw); });
})();
