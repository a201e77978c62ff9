/* Runs before the first paint: what this browser's owner likes. Kept in the browser, and for whoever has an account with
   that as well (preferences.js), unless they want it on this device only. */
(function () {
  "use strict";
  var known = {
    theme: ["auto", "light", "dark"], deck: ["two", "four", "linen", "night"],
    felt: ["green", "blue", "wine", "slate"], back: ["red", "blue", "green", "black"], index: ["plain", "large"], letters: ["", "de", "en"], motion: ["on", "off"],
    sound: ["off", "on"], vibration: ["off", "on"], notify: ["off", "on"], keys: ["on", "off"], sort: ["melds", "suit", "rank", "manual"],
    ahead: ["on", "off"], own: ["off", "on"],
  };
  var here = ["notify", "own"]; // a browser asks for its own permission
  var account = document.documentElement.getAttribute("data-account");
  var kept = {};
  try { kept = JSON.parse(localStorage.getItem("jeton.prefs") || "{}"); } catch (error) { kept = {}; }

  function keep() {
    try { localStorage.setItem("jeton.prefs", JSON.stringify(kept)); } catch (error) { /* private window: this page only */ }
  }

  function isShared(name) { return account && kept.own !== "on" && known[name] && here.indexOf(name) < 0; }

  /* What the account has not been told yet; of another account's it is told nothing. */
  function unsent() { return kept.unsent && kept.unsent.of === account ? kept.unsent.names : []; }

  /* The account goes before what is kept here, but for what was chosen here last and has not reached it. */
  function adopt() {
    var theirs = JSON.parse(document.documentElement.getAttribute("data-preferences"));
    Object.keys(theirs).forEach(function (name) {
      if (isShared(name) && unsent().indexOf(name) < 0) kept[name] = theirs[name];
    });
    keep();
    return theirs;
  }
  var theirs = account ? adopt() : {};

  function show(name) {
    var value = known[name].indexOf(kept[name]) > 0 ? kept[name] : known[name][0];
    if (name === "letters" && !value) return;
    document.documentElement.setAttribute("data-" + name, value);
  }

  function zoneIsTold(zone) { return document.cookie.indexOf("jeton_zone" + (zone ? "=" + encodeURIComponent(zone) : "=")) >= 0; }

  /* Times are written on the server: it is told the zone they are read in. */
  function tellZone() {
    var zone = kept.zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zoneIsTold(zone)) return;
    document.cookie = "jeton_zone=" + encodeURIComponent(zone) + "; path=/; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");
  }

  /* A first visit was answered before anybody knew whose clock counts: where the house's shows another time now, or in half a year, it is asked again. */
  function isAnothersClock() {
    var page = document.documentElement.getAttribute("data-zone");
    try {
      return page && [0, 182].some(function (days) {
        var moment = new Date(Date.now() + days * 86400000);
        return moment.toLocaleString("en", { timeZone: page }) !== moment.toLocaleString("en", kept.zone ? { timeZone: kept.zone } : {});
      });
    } catch (unknown) { return false; } // a zone that this browser has not heard of
  }

  var isFirst = !zoneIsTold();
  Object.keys(known).forEach(show);
  tellZone();
  if (isFirst && zoneIsTold() && isAnothersClock()) location.reload();
  window.jetonPrefs = {
    known: known,
    get: function (name) {
      if (!known[name]) return kept[name] || "";
      return known[name].indexOf(kept[name]) >= 0 ? kept[name] : known[name][0];
    },
    set: function (name, value) {
      kept[name] = value;
      if (name === "zone") tellZone();
      else if (name === "letters" && !value) document.documentElement.setAttribute("data-letters", document.documentElement.lang.slice(0, 2));
      else show(name);
      if (isShared(name)) kept.unsent = { of: account, names: unsent().filter(function (one) { return one !== name; }).concat(name) };
      keep();
      document.dispatchEvent(new CustomEvent("jeton:prefs", { detail: { name: name, value: value } }));
    },
    /* What is to be sent to the account, with what it has never been told; null for nothing. */
    waiting: function () {
      if (!unsent().filter(isShared).length) return null;
      var waiting = {};
      Object.keys(known).forEach(function (name) {
        if (isShared(name) && (unsent().indexOf(name) >= 0 || name in kept && !(name in theirs))) waiting[name] = window.jetonPrefs.get(name);
      });
      return waiting;
    },
    sent: function (values) {
      Object.assign(theirs, values);
      kept.unsent = { of: account, names: unsent().filter(function (name) { return values[name] !== kept[name]; }) };
      keep();
    },
  };
  // The page for when nobody answers is the worker's own, in the language that was read before.
  if (!("serviceWorker" in navigator) || document.documentElement.hasAttribute("data-offline")) return;
  addEventListener("load", function () {
    navigator.serviceWorker.register("/service-worker.js").catch(function () { /* plain http: no worker, nothing is missing */ });
    navigator.serviceWorker.ready.then(function (known) { known.active.postMessage({ language: document.documentElement.lang, begun: performance.timeOrigin }); });
  });
})();
