// Reads a table as 'coset predict' does: columns by name, each cell in the form its column has in
// the run. What cannot be read throws an Error whose message is a sentence.
var cosetTable = (function () {
  "use strict";

  var MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december"];
  var TIME = "[T ](?<h>\\d\\d?):(?<min>\\d\\d)(?::(?<s>\\d\\d)(?:\\.(?<f>\\d{1,9}))?)?";
  var MAYBE_TIME = "(?:" + TIME + ")?";
  var DATES = {
    ISO: "(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)" + MAYBE_TIME,
    ISO_OFFSET: "(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)" + TIME + " ?(?<o>Z|[+-]\\d\\d:?\\d\\d)",
    YEAR_SLASH: "(?<y>\\d{4})/(?<m>\\d\\d?)/(?<d>\\d\\d?)" + MAYBE_TIME,
    DAY_POINT: "(?<d>\\d\\d?)\\.(?<m>\\d\\d?)\\.(?<y>\\d{4})" + MAYBE_TIME,
    DAY_SLASH: "(?<d>\\d\\d?)/(?<m>\\d\\d?)/(?<y>\\d{4})" + MAYBE_TIME,
    MONTH_SLASH: "(?<m>\\d\\d?)/(?<d>\\d\\d?)/(?<y>\\d{4})" + MAYBE_TIME,
    DAY_NAME: "(?<d>\\d\\d?)([ -])(?<m>[A-Za-z]{3,9})\\2(?<y>\\d{4})" + MAYBE_TIME,
    NAME_DAY: "(?<m>[A-Za-z]{3,9}) (?<d>\\d\\d?),? (?<y>\\d{4})" + MAYBE_TIME
  };
  var THOUSANDS = { COMMA: ",", POINT: ".", SPACE: " \u00A0\u2009\u202F", APOSTROPHE: "'\u2019" };

  function missing(cell) {
    return cell === "" || cell === "?" || /^(NA|No[nN][eE])$/.test(cell) || /^([-+]?nan|n\/a|null)$/i.test(cell);
  }

  function missingNumber(cell) {
    return missing(cell) || cell === "-" || cell === ".";
  }

  function plainNumber(cell) {
    if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(cell)) return Number(cell);
    return NaN;
  }

  // A number with something between its thousands, or a decimal comma.
  function formedNumber(form, cell) {
    if (form === "PLAIN") return plainNumber(cell);
    var words = form.split("_");
    var separators = form === "DECIMAL_COMMA" ? "" : THOUSANDS[words[0]];
    var decimal = words[1] === "COMMA" ? "," : ".";
    var parts = /^([-+]?)(.*)$/s.exec(cell);
    var end = parts[2].search(decimal === "," ? /[,eE]/ : /[.eE]/);
    var whole = end < 0 ? parts[2] : parts[2].slice(0, end);
    var rest = end < 0 ? "" : parts[2].slice(end).replace(decimal, ".");
    var groups = [""];
    for (var i = 0; i < whole.length; i++) {
      if (separators.indexOf(whole[i]) >= 0) groups.push(""); else groups[groups.length - 1] += whole[i];
    }
    if (groups.length > 1) {
      if (!/^[1-9]\d{0,2}$/.test(groups[0]) || !/^(\.\d*)?$/.test(rest)) return NaN;
      if (!groups.slice(1).every(function (group) { return /^\d{3}$/.test(group); })) return NaN;
    }
    return plainNumber(parts[1] + groups.join("") + rest);
  }

  function number(form, cell) {
    var value = formedNumber(form, cell);
    return Number.isNaN(value) ? plainNumber(cell) : value;
  }

  function truth(form, cell) {
    var words = form.toLowerCase().split("_");
    var at = words.indexOf(cell.toLowerCase());
    return at < 0 ? NaN : 1 - at;
  }

  function month(text) {
    if (/^\d/.test(text)) return Number(text);
    var name = text.toLowerCase();
    return 1 + MONTHS.findIndex(function (full) { return name === full || name === full.slice(0, 3); });
  }

  // Seconds since the beginning of 1970.
  function date(form, cell) {
    var found = cell.length <= 50 && new RegExp("^" + DATES[form] + "$").exec(cell);
    if (!found) return NaN;
    var g = found.groups;
    var day = new Date(0);
    day.setUTCFullYear(Number(g.y), month(g.m) - 1, Number(g.d));
    if (day.getUTCMonth() !== month(g.m) - 1 || day.getUTCDate() !== Number(g.d)) return NaN;
    var h = Number(g.h || 0), min = Number(g.min || 0), s = Number(g.s || 0);
    if (h > 23 || min > 59 || s > 59) return NaN;
    var seconds = day.getTime() / 1000 + 3600 * h + 60 * min + s + Number("0." + (g.f || "0"));
    if (form !== "ISO_OFFSET" || g.o === "Z") return seconds;
    var offset = /^([+-])(\d\d):?(\d\d)$/.exec(g.o);
    if (Number(offset[2]) > 18 || Number(offset[3]) > 59) return NaN;
    return seconds - (offset[1] === "-" ? -1 : 1) * (3600 * Number(offset[2]) + 60 * Number(offset[3]));
  }

  // The code of a cell: NaN where it is missing, undefined where its column cannot have it.
  function code(column, cell) {
    if (missing(cell)) return NaN;
    var value;
    switch (column.kind) {
      case "levels":
        value = column.levels.indexOf(cell);
        return value < 0 ? column.levels.length : value;
      case "number":
        if (missingNumber(cell)) return NaN;
        value = number(column.form, cell);
        break;
      case "truth":
        value = truth(column.form, cell);
        break;
      default:
        value = date(column.form, cell);
    }
    return Number.isFinite(value) ? value : undefined;
  }

  // The records of delimited text, cells trimmed; quotes may hold separators and lines.
  function records(text, separator, most) {
    var all = [];
    var record = [];
    var at = 0;
    var line = 1;
    var start = 1;
    var opening = separator === "\t" ? / *"/y : /[ \t]*"/y;
    while (at < text.length && all.length < most) {
      var cell = "";
      opening.lastIndex = at;
      if (opening.test(text)) {
        at = opening.lastIndex;
        for (;;) {
          var quote = text.indexOf("\"", at);
          if (quote < 0) throw new Error("The file cannot be read as CSV after line " + start + ": look for an unbalanced quote there.");
          cell += text.slice(at, quote);
          at = quote + 1;
          if (text[at] !== "\"") break;
          cell += "\"";
          at++;
        }
        line += cell.split("\n").length - 1;
      }
      var from = at;
      while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
      record.push((cell + text.slice(from, at)).trim());
      if (text[at] === separator) {
        at++;
        if (at < text.length) continue;
        record.push("");
      }
      if (text[at] === "\r" && text[at + 1] === "\n") at++;
      at++;
      all.push({ cells: record, line: start });
      line++;
      start = line;
      record = [];
    }
    return all;
  }

  function isBlank(record) {
    return record.cells.length === 1 && record.cells[0] === "";
  }

  // Between rows of a single column a blank line is a missing cell; elsewhere it is nothing.
  function withoutBlanks(all) {
    var first = all.findIndex(function (record) { return !isBlank(record); });
    if (first < 0) return [];
    var last = all.length - 1;
    while (isBlank(all[last])) last--;
    var kept = all.slice(first, last + 1);
    return kept[0].cells.length === 1 ? kept : kept.filter(function (record) { return !isBlank(record); });
  }

  function quoted(text) {
    var line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
    return "'" + (line.length <= 40 ? line : line.slice(0, 40) + "...") + "'";
  }

  function names(texts) {
    var shown = texts.slice(0, 20).map(quoted).join(", ");
    return texts.length > 20 ? shown + " and " + (texts.length - 20) + " more" : shown;
  }

  function separatorOf(text, wanted) {
    var best = ",";
    var most = -1;
    [",", ";", "\t"].forEach(function (separator) {
      var header = [];
      try {
        header = (withoutBlanks(records(text.slice(0, 65536), separator, 100))[0] || { cells: [] }).cells;
      } catch (unbalanced) {
        // another separator may do better
      }
      var different = new Set(header);
      var score = 1e6 * wanted.filter(function (name) { return different.has(name); }).length + different.size;
      if (score > most) {
        most = score;
        best = separator;
      }
    });
    return best;
  }

  // The rows of a CSV text as codes of the run's columns.
  function read(run, text, name) {
    var columns = run.encoding.columns;
    var wanted = columns.map(function (column) { return column.name; });
    var file = quoted(name);
    var plain = text.replace(/^\uFEFF/, "");
    if (plain.indexOf("\0") >= 0) throw new Error(file + " is not text: give a CSV file in UTF-8.");
    var all = withoutBlanks(records(plain, separatorOf(plain, wanted), Infinity));
    if (!all.length) throw new Error(file + " is empty: give a CSV file with a header line and rows below it.");
    var header = all[0].cells;
    if (all.length === 1) throw new Error(file + " has a header but no rows: add rows below it.");
    wanted.forEach(function (column) {
      if (header.indexOf(column) !== header.lastIndexOf(column)) {
        throw new Error("In " + file + ", the column name " + quoted(column) + " is there twice: rename one of the two.");
      }
    });
    var lacking = wanted.filter(function (column) { return header.indexOf(column) < 0; });
    if (lacking.length) {
      throw new Error(file + " has no column" + (lacking.length === 1 ? " " : "s ") + names(lacking)
        + " (its columns are " + names(header) + "): add " + (lacking.length === 1 ? "it." : "them or rename these."));
    }
    var place = wanted.map(function (column) { return header.indexOf(column); });
    var id = run.encoding.id === null ? -1 : header.indexOf(run.encoding.id);
    var filled = 0;
    var unknown = 0;
    var rows = all.slice(1).map(function (record, i) {
      var where = "data row " + (i + 1) + " (line " + record.line + ")";
      if (record.cells.length !== header.length) {
        throw new Error("In " + file + ", " + where + " has " + record.cells.length + " cells where the header has "
          + header.length + ": correct that row, or quote cells that contain the separator.");
      }
      var codes = columns.map(function (column, c) {
        var cell = record.cells[place[c]];
        var value = code(column, cell);
        if (value === undefined) {
          var what = { number: "numbers", truth: "yes or no", time: "dates" }[column.kind];
          throw new Error("In " + file + ", column " + quoted(column.name) + " is " + quoted(cell) + " in " + where
            + " where the run has " + what + ": correct that cell.");
        }
        if (Number.isNaN(value)) filled++;
        if (column.kind === "levels" && value === column.levels.length) unknown++;
        return value;
      });
      return { number: i + 1, id: id < 0 ? null : record.cells[id], codes: codes };
    });
    return { rows: rows, id: id < 0 ? null : run.encoding.id, filled: filled, unknown: unknown };
  }

  return { read: read, code: code };
})();
