/* The table page: takes the view from the page, keeps it fresh, draws it, and carries what the player wants to the server. */
import { enableDialogs, open as openDialog } from "../dialogs.js";
import { byId, readJson, setText } from "../dom.js";
import { arrange } from "../melds.js";
import { enablePreferences } from "../preferences.js";
import { Stream } from "../stream.js";
import { _, fill } from "../words.js";
import { nextSort, renderActions } from "./actions.js";
import { Commands } from "./commands.js";
import { enableDrag } from "./drag.js";
import { focusCard, renderHand } from "./hand.js";
import { enableKeys, fillHelp } from "./keys.js";
import { record } from "./log.js";
import { read } from "./model.js";
import { fly, placeOf } from "./motion.js";
import { renderPileDialog, renderPiles } from "./piles.js";
import { onLastSeconds, promptFor, renderPrompt, setClock } from "./prompt.js";
import { renderSeatOptions } from "./seatoptions.js";
import { renderSeats } from "./seats.js";
import { renderSheet } from "./sheet.js";
import { chime } from "./sound.js";
import { renderStage } from "./stage.js";

const page = readJson("table-page");
const ui = { selected: null, preview: null, focused: null, fresh: null, order: [], layoffs: [], sort: window.jetonPrefs.get("sort"), hint: null, seed: "", pending: false, stale: false };
let view = readJson("table-view");
let model = read(view, ui);

const commands = new Commands({ page, ui, current: () => model, stream: () => stream, redraw: () => draw(), tell });
const handlers = { ...commands.handlers(), select, sort };

function draw() {
  model = read(view, ui);
  const table = byId("table");
  Object.assign(table.dataset, { phase: model.phase, version: view.version });
  table.classList.toggle("watching", !model.seated);
  table.classList.toggle("teams", view.terms.rules.teams);
  setText(byId("round-name"), roundName());
  renderSeats(model, handlers);
  renderPiles(model, handlers);
  renderStage(model, handlers);
  renderHand(model, { onTap: select });
  renderActions(model, handlers);
  renderPrompt(model);
  renderSheet(model);
  renderSeatOptions(model, handlers);
  setClock(view);
}

function roundName() {
  const words = [
    view.round && fill(_("Round %(number)s"), { number: view.round.number }),
    view.terms.training && _("Training"),
    !model.seated && (view.round ? _("you are watching") : _("You are watching")),
  ];
  return words.filter(Boolean).join(" · ");
}

/** News: events for the log and the motion, the view for everything else. An old view never replaces a newer one. */
function onNews(news) {
  const events = news.events ?? [];
  const before = model;
  const next = news.view ?? view;
  record(events, next);
  if (news.view && news.view.version >= view.version) {
    const moves = sources(events, before);
    view = news.view;
    if (view.version !== ui.hint?.version) ui.hint = null;
    forget(before);
    draw();
    moves.forEach((move) => move());
    greetTurn(before);
  }
}

/** Where cards come from, measured before the page changes. */
function sources(events, before) {
  const after = [];
  ui.source = ".pile-stock .card";
  ui.departed = null;
  for (const event of events) {
    const other = event.seat !== undefined && event.seat !== view.seat ? `[data-seat="${event.seat}"]` : null;
    const held = () => placeOf(`${other} :is(.backs, .open-hand)`) ?? placeOf(other);
    if (event.type === "upcard_taken" && !other) ui.source = ".pile-discards .card:last-child";
    if (event.type === "stock_drawn" && other) after.push(() => fly(event.card ?? "back", placeOf(".pile-stock .card"), held()));
    if (event.type === "upcard_taken" && other) {
      const from = placeOf(".pile-discards .card:last-child");
      const card = before.round?.upcard ?? "back";
      after.push(() => fly(card, from, held()));
    }
    if (event.type === "discarded" || event.type === "knocked") ui.departed = other ? held() : placeOf(`#hand-${CSS.escape(event.card ?? "")}`);
  }
  return after;
}

/** What was chosen in a situation that has passed is no longer chosen. */
function forget(before) {
  const hand = view.round?.hand ?? [];
  if (!hand.includes(ui.selected)) Object.assign(ui, { selected: null, preview: null });
  if (view.phase !== "playing" || view.round?.phase !== "answer") ui.layoffs = [];
  ui.fresh = freshCard(before, hand);
  if (ui.fresh && view.turn === view.seat) ui.focused = ui.fresh;
  ui.order = [...ui.order.filter((card) => hand.includes(card)), ...hand.filter((card) => !ui.order.includes(card))];
}

function freshCard(before, hand) {
  if (view.round?.drawn) return view.round.drawn;
  const added = hand.filter((card) => !(before.round?.hand ?? []).includes(card));
  if (added.length === 1) return added[0];
  return hand.includes(ui.fresh) && view.turn === view.seat ? ui.fresh : null;
}

function greetTurn(before) {
  if (!model.isMyTurn || (before.isMyTurn && before.phase === model.phase)) return;
  byId("call").textContent = promptFor(model);
  if (!before.isMyTurn) chime("turn");
}

function select(card) {
  if (!card) return;
  ui.selected = ui.selected === card ? null : card;
  ui.preview = ui.selected && model.phase === "discard" ? arrange(model.hand.filter((one) => one !== card), model.laws) : null;
  ui.focused = card;
  draw();
  if (ui.preview) byId("say").textContent = fill(_("Deadwood after this discard: %(points)s"), { points: ui.preview.points });
}

function sort() {
  ui.sort = nextSort(ui.sort);
  window.jetonPrefs.set("sort", ui.sort);
  if (ui.sort === "manual") ui.order = [...model.hand];
  draw();
}

function move(card, to) {
  ui.order = model.hand.filter((one) => one !== card);
  ui.order.splice(to, 0, card);
  ui.sort = "manual";
  window.jetonPrefs.set("sort", "manual");
  draw();
}

function onEnter(card) {
  if (model.phase === "answer" && model.isMyTurn) return ui.layoffs.length ? handlers.answerOwn() : handlers.answerBest();
  if (!model.isMyTurn || model.phase !== "discard") return select(card);
  if (ui.selected !== card) return select(card);
  return handlers.discard();
}

function drop(card, target) {
  ui.selected = card;
  if (target.dataset.meld !== undefined) return handlers.layOff(Number(target.dataset.meld));
  return handlers.discard();
}

function targetsFor(card) {
  if (!model.isMyTurn) return [];
  if (model.phase === "discard" && model.discards.has(card)) return [".pile-discards"];
  if (model.phase === "answer") return [".meld.open"];
  return [];
}

function tell(text, kind = "") {
  const banner = byId("banner");
  banner.hidden = !text;
  banner.className = `banner ${kind}`;
  setText(banner, text);
}

function onState(state) {
  byId("table").dataset.connection = state;
  ui.stale = state === "offline";
  if (state === "live") tell("");
  else if (state === "polling") tell(_("The live connection is broken; the table is asked every two seconds."), "warn");
  else tell(_("No connection. The table goes on when you are back."), "error");
  draw();
}

const speak = () => { byId("call").textContent = [promptFor(model), byId("deadwood")?.getAttribute("aria-label")].filter(Boolean).join(". "); };
const press = {
  d: handlers.drawStock, u: handlers.takeUpcard, p: handlers.pass, x: handlers.discard, k: handlers.knock, l: handlers.answerBest,
  h: handlers.hirschn, g: handlers.catchGlass, t: handlers.hint, s: sort, c: handlers.ready, b: speak, r: () => openDialog("rules-dialog"), "?": () => openDialog("help-dialog"),
  ArrowLeft: () => focusCard(ui, ui.focused), ArrowRight: () => focusCard(ui, ui.focused),
};

enablePreferences();
enableDialogs({ "pile-dialog": () => renderPileDialog(model) });
fillHelp();
enableKeys({ press, ui, hand: () => model.hand.filter((card) => byId(`hand-${card}`)), onSelect: select, onEnter, onMove: move });
enableDrag({ targetsFor, onDrop: drop, onOrder: move });
onLastSeconds((left) => { byId("call").textContent = fill(_("%(seconds)s seconds left"), { seconds: left }); chime("time"); });
addEventListener("resize", draw);
record(readJson("table-events"), view, { aloud: false });
draw();
const stream = new Stream({ streamUrl: page.events_url, viewUrl: page.view_url, version: view.version, onNews, onState });
