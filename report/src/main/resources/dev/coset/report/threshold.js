// The slider of the threshold: errors and costs on test rows. Names of classes are set as textContent.
(function () {
  "use strict";

  var place = document.getElementById("threshold-form");
  if (!place) return;
  var data = JSON.parse(place.dataset.threshold);
  var negative = data.classes[0], positive = data.classes[1];
  var steps = data.positives.length - 1;
  var all = { positive: data.positives[0], negative: data.negatives[0] };

  function element(name, parent, text) {
    var made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function input(parent, id, text, settings) {
    var box = element("div", parent);
    element("label", box, text).htmlFor = id;
    var made = element("input", box);
    Object.assign(made, settings, { id: id });
    made.addEventListener("input", show);
    return made;
  }

  var controls = element("div", place);
  controls.className = "threshold-controls";
  var slider = input(controls, "threshold-at", "", { type: "range", min: 0, max: steps, step: 1, value: steps / 2 });
  var falseAlarm = input(controls, "threshold-false", "Cost of a false alarm: predicted " + positive + ", observed " + negative,
    { type: "number", min: 0, step: "any", value: 1 });
  var miss = input(controls, "threshold-miss", "Cost of a miss: predicted " + negative + ", observed " + positive,
    { type: "number", min: 0, step: "any", value: 1 });
  var button = element("button", controls);
  button.type = "button";
  button.addEventListener("click", function () {
    slider.value = cheapest();
    show();
  });
  var answer = element("div", place);
  answer.setAttribute("aria-live", "polite");

  function cost(of) {
    return Number.isFinite(of.valueAsNumber) ? Math.max(0, of.valueAsNumber) : 0;
  }

  // Per 100 rows.
  function costAt(t) {
    return 100 * (cost(falseAlarm) * data.negatives[t] + cost(miss) * (all.positive - data.positives[t]))
      / (all.positive + all.negative);
  }

  // Of equally cheap thresholds the one nearest to the middle.
  function cheapest() {
    var best = steps / 2;
    for (var t = 0; t <= steps; t++) {
      var less = costAt(t) - costAt(best);
      if (less < 0 || less === 0 && Math.abs(t - steps / 2) < Math.abs(best - steps / 2)) best = t;
    }
    return best;
  }

  function percent(part, whole) {
    return whole === 0 ? "none" : (100 * part / whole).toFixed(1) + "%";
  }

  function show() {
    var t = Number(slider.value);
    var hits = data.positives[t], alarms = data.negatives[t];
    slider.labels[0].textContent = "Threshold " + (t / steps).toFixed(2) + ": predict " + positive
      + " from this probability on";
    button.textContent = "Use the cheapest threshold, " + (cheapest() / steps).toFixed(2);
    answer.textContent = "";
    var facts = element("dl", answer);
    facts.className = "facts";
    fact(facts, "Accuracy", percent(hits + all.negative - alarms, all.positive + all.negative));
    fact(facts, "Recall", percent(hits, all.positive));
    fact(facts, "Precision", percent(hits, hits + alarms));
    fact(facts, "Cost per 100 rows", String(Number(costAt(t).toPrecision(3))));
    var scroll = element("div", answer);
    scroll.className = "scroll";
    var table = element("table", scroll);
    element("caption", table, "Confusion matrix of the test rows at this threshold");
    var head = element("tr", element("thead", table));
    ["observed", "predicted " + positive, "predicted " + negative].forEach(function (name) {
      element("th", head, name).scope = "col";
    });
    var body = element("tbody", table);
    row(body, positive, hits, all.positive);
    row(body, negative, alarms, all.negative);
  }

  function row(body, name, taken, count) {
    var line = element("tr", body);
    element("th", line, name).scope = "row";
    [taken, count - taken].forEach(function (n) {
      element("td", line, Math.round(100 * n) / 100 + " (" + percent(n, count) + ")").className = "number";
    });
  }

  function fact(facts, label, value) {
    var box = element("div", facts);
    element("dt", box, label);
    element("strong", element("dd", box), value);
  }

  show();
})();
