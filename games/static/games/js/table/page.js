/* The page of any table: takes the view from the document, keeps it fresh, draws it, and carries what the player wants to
   the server. What is played is a `game`:
     ui                      what this game lets one choose, kept beside the view
     read(view, ui)          the model: what the view means for the one who looks
     Commands                what may be pressed (./commands.js)
     render(model, on)       the game's own part of the felt: piles, middle, hand, buttons
     tapped(model, card)     a card of the hand was tapped; gives what is to be said aloud, if anything
     forget(ui, view)        what was chosen before the view changed
     motions(events, context) where cards fly, as functions to call when the page has been drawn
     targetsFor(model, card), dropped(model, card, target, on), entered(model, card, on)
     press(on), help         letters and what they do, and how the help lists them */
import { enableDialogs, open as openDialog, refresh } from "../dialogs.js";
import { byId, keepPlace, readJson, setText } from "../dom.js";
import { enablePreferences } from "../preferences.js";
import { Rehearsal, Stream } from "../stream.js";
import { _, fill, ngettext } from "../words.js";
import { nextSort } from "./actions.js";
import { Ahead, DRAWS, NO_PLAN } from "./ahead.js";
import { renderAway } from "./away.js";
import { dealSoon } from "./dealing.js";
import { enableDrag } from "./drag.js";
import { focusCard } from "./hand.js";
import { enableKeys, fillHelp } from "./keys.js";
import { keepAway, renderBell } from "./lines.js";
import { record } from "./log.js";
import { keepOrder, orderKept, orderOf } from "./own_order.js";
import { onLastSeconds, promptFor, renderPrompt, setClock } from "./prompt.js";
import { renderSeatOptions } from "./seatoptions.js";
import { renderSheet } from "./sheet.js";
import { alertPlayer } from "./sound.js";

const DRAWN = { box: byId("piles"), cards: ".pile-stock .card, .pile-cards > .card:last-child, .takable .card", name: "card" }; // a draw by hand
const CATCH_UP_MS = 600;
const MEANWHILE_MS = 7000;
const TURN_DIALOGS = ["knock-dialog", "own-dialog", "choice-dialog"]; // what they ask is asked in one phase of one's own turn
const PLACES = ["#stage .button:not(.quiet)", '#hand [tabindex="0"]', "#stage", "#prompt"]; // where the keyboard goes on, as the table does

export function openTable(game) {
  const page = readJson("table-page");
  // Phones hand on what stands in the address: at a private table it opens to others with its code only.
  if (page.table_url.includes("?invite=")) history.replaceState(history.state, "", page.table_url);
  const ui = { focused: null, fresh: null, order: [], sort: window.jetonPrefs.get("sort"), hint: null, seed: "", pending: null, stale: false, frame: frame(), away: [], ahead: NO_PLAN, ...game.ui };
  let view = readJson("table-view");
  let model = game.read(view, ui);
  const commands = new game.Commands({ page, ui, current: () => model, stream: () => stream, redraw: draw, tell });
  const ahead = new Ahead({ page, ui, current: () => model, commands, redraw: draw });
  const dialogs = Object.fromEntries(Object.entries(game.dialogs ?? {}).map(([id, fillIn]) => [id, () => fillIn(model, on)]));
  const on = { ...commands.handlers(), select, sort, redraw: draw, plans: () => ahead.buttons() };

  function draw(...first) {
    keepPlace(paint, ...first, ...PLACES);
  }

  function paint() {
    model = game.read(view, ui);
    ahead.look(model);
    const table = byId("table");
    Object.assign(table.dataset, { phase: model.phase, playing: model.playing, version: view.version, pending: Boolean(ui.pending), planned: `${ui.ahead.draw ? "draw" : ""} ${ui.ahead.card ? "discard" : ""}`.trim() });
    table.classList.toggle("watching", !model.seated);
    table.classList.toggle("special", view.terms.house_rules.length > 0 || view.terms.training);
    setText(byId("round-name"), roundName(model));
    game.render(model, on);
    renderPrompt(model);
    renderSheet(model);
    renderSeatOptions(model, on);
    renderAway(model, on);
    refresh(dialogs);
    setClock(view, dealSoon(model, on));
  }

  /** News: events for the log and the motion, the view for everything else. An old view never replaces a newer one. */
  function onNews(news) {
    const events = news.events ?? [];
    const before = model;
    const told = record(events, news.view ?? view);
    if (ui.missed) ui.missed.push(...told);
    if (!news.view || news.view.version < view.version) return;
    const moves = game.motions(events, { ui, view, before });
    view = news.view;
    if (ui.pending && view.version > ui.pending.version) ui.pending = null;
    if (view.version !== ui.hint?.version) ui.hint = null;
    game.forget(ui, view);
    takeIn(before);
    keepPlace(() => {
      paint();
      if (!model.isMyTurn || model.phase !== before.phase) TURN_DIALOGS.forEach((id) => byId(id).close());
      const isDone = document.activeElement.matches(".pile") && before.phase === "draw" && model.isMyTurn && model.phase !== "draw";
      if (isDone) document.activeElement.blur();
    }, ...PLACES);
    moves.forEach((move) => move());
    greetTurn(before);
  }

  /** New cards join the player's own order, and the one just drawn takes the focus. */
  function takeIn(before) {
    ui.fresh = freshCard(before, view.round?.hand ?? []);
    if (ui.fresh && view.turn === view.seat) ui.focused = ui.fresh;
    putInOrder(before.round?.number !== view.round?.number);
  }

  function putInOrder(isNewRound) {
    ui.order = orderOf(ui.order, view, { isNewRound, sorted: () => game.read(view, { ...ui, sort: "melds" }).hand });
  }

  function orderedByHand(cards) {
    ui.order = cards;
    ui.sort = "manual";
    keepOrder(view, cards);
  }

  function freshCard(before, hand) {
    if (view.round?.drawn) return view.round.drawn;
    const added = hand.filter((card) => !(before.round?.hand ?? []).includes(card));
    if (added.length === 1) return added[0];
    return hand.includes(ui.fresh) && view.turn === view.seat ? ui.fresh : null;
  }

  function greetTurn(before) {
    if (before.isMyTurn && !model.isMyTurn) byId("call").textContent = ""; // who reads the page by ear later finds no turn that is over
    if (!model.isMyTurn || (before.isMyTurn && before.phase === model.phase)) return;
    byId("call").textContent = promptFor(model);
    if (!before.isMyTurn) alertPlayer("turn", promptFor(model));
  }

  function select(card) {
    if (!card) return;
    ui.focused = card;
    ahead.touched();
    const said = game.tapped(model, card);
    draw();
    if (said) byId("say").textContent = said;
  }

  function sort() {
    ui.sort = nextSort(ui.sort);
    window.jetonPrefs.set("sort", ui.sort);
    if (ui.sort === "manual") orderedByHand([...model.hand]);
    draw();
  }

  function move(card, to) {
    orderedByHand(model.hand.filter((one) => one !== card).toSpliced(to, 0, card));
    window.jetonPrefs.set("sort", "manual");
    draw();
  }

  /** A card let go where it may not lie now: what would be done there says why not. */
  function missed(card, node) {
    const place = node?.closest(".pile-discards, .board");
    if (place) game.dropped(model, card, place, on);
  }

  /** What is told beside the log; never anything about cards. */
  function onBeside(event, told) {
    if (event === "presence") { keepAway(told, ui, draw); return; }
    renderBell(told);
    document.dispatchEvent(new Event("jeton:notices"));
  }

  function onState(state) {
    if (state === "gone") return location.reload(); // what is there instead, the server says
    byId("table").dataset.connection = state;
    ui.stale = state === "offline";
    if (!ui.stale) ui.back?.();
    if (state === "live") welcomeBack();
    else if (state === "polling") tell(_("The live connection is broken; the table is asked every two seconds."), "warn");
    else tell(_("No connection. The table goes on when you are back."), "error");
    draw();
  }

  /** The line is back: what was missed, in words, once the table has told it. */
  function welcomeBack() {
    tell("");
    const since = view.version;
    ui.missed = [];
    setTimeout(() => {
      const missed = ui.missed;
      ui.missed = null;
      if (ui.stale) return;
      const words = missed.length ? fill(_("Connected again. Meanwhile: %(events)s"), { events: missed.slice(-3).join(" ") }) : view.version > since ? _("Connected again. The table has moved on.") : _("Connected again. You missed nothing.");
      tell(words, "good");
      setTimeout(() => ui.stale || tell(""), MEANWHILE_MS);
    }, CATCH_UP_MS);
  }

  const speak = () => { byId("call").textContent = [promptFor(model), byId("deadwood")?.getAttribute("aria-label")].filter(Boolean).join(". "); };
  const press = {
    ...ahead.keys(game.press(on)), s: sort, c: on.ready, b: speak, r: () => openDialog("rules-dialog"), "?": () => openDialog("help-dialog"),
    ArrowLeft: () => focusCard(ui, ui.focused), ArrowRight: () => focusCard(ui, ui.focused),
  };

  enablePreferences();
  enableDialogs(dialogs);
  fillHelp(game.help);
  enableKeys({ press, ui, hand: () => model.hand.filter((card) => byId(`hand-${card}`)), onSelect: select, onEnter: (card) => game.entered(model, card, on), onMove: move });
  enableDrag({ targetsFor: (card) => game.targetsFor(model, card), onDrop: (card, target) => game.dropped(model, card, target, on), onOrder: move, onMiss: missed });
  enableDrag({ targetsFor: () => (model.isMyTurn && DRAWS.includes(model.phase) ? ["#hand"] : []), onDrop: (card) => (card ? (on.takeFrom ?? on.takeUpcard)(card) : on.onStock()) }, DRAWN);
  onLastSeconds((left) => { byId("call").textContent = fill(ngettext("%(seconds)s second left", "%(seconds)s seconds left", left), { seconds: left }); alertPlayer("time", byId("call").textContent); });
  addEventListener("resize", () => draw());
  record(readJson("table-events"), view, { aloud: false });
  ui.order = orderKept(view);
  putInOrder(false);
  draw();
  const stream = new (page.events_url ? Stream : Rehearsal)({ streamUrl: page.events_url, viewUrl: page.view_url, version: view.version, onNews, onState, onBeside });
}

/** What the page around this table knows better: a line instead of the round's number, totals by player, and which part of what is over. */
const frame = () => (byId("table-frame") ? readJson("table-frame") : null);

function roundName({ view, seated, ui }) {
  const words = [
    ui.frame?.round ?? (view.round && fill(_("Round %(number)s"), { number: view.round.number })),
    view.terms.training && _("Training"),
    !seated && (view.round ? _("you are watching") : _("You are watching")),
  ];
  return words.filter(Boolean).join(" · ");
}

/** In the banner, and once aloud: a banner that was hidden is not sure to be read. */
function tell(text, kind = "") {
  const banner = byId("banner");
  banner.hidden = !text;
  banner.className = `banner ${kind}`;
  setText(banner, text);
  if (text) byId(kind === "error" || kind === "warn" ? "call" : "say").textContent = text;
}
