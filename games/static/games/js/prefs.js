/* Runs before the first paint: what this browser's owner likes. Kept in the browser only. */
(function () {
  "use strict";
  var known = { theme: ["auto", "light", "dark"], deck: ["two", "four"], letters: ["", "de", "en"], sound: ["off", "on"], keys: ["on", "off"], sort: ["melds", "suit", "rank", "manual"] };
  var kept = {};
  try { kept = JSON.parse(localStorage.getItem("jeton.prefs") || "{}"); } catch (error) { kept = {}; }

  function show(name) {
    var value = known[name].indexOf(kept[name]) > 0 ? kept[name] : known[name][0];
    if (name === "letters" && !value) return;
    document.documentElement.setAttribute("data-" + name, value);
  }

  Object.keys(known).forEach(show);
  window.jetonPrefs = {
    known: known,
    get: function (name) { return known[name].indexOf(kept[name]) >= 0 ? kept[name] : known[name][0]; },
    set: function (name, value) {
      kept[name] = value;
      if (name === "letters" && !value) document.documentElement.setAttribute("data-letters", document.documentElement.lang);
      else show(name);
      try { localStorage.setItem("jeton.prefs", JSON.stringify(kept)); } catch (error) { /* private window: this page only */ }
      document.dispatchEvent(new CustomEvent("jeton:prefs", { detail: { name: name, value: value } }));
    },
  };
})();
