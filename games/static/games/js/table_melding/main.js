/* The table-melding games (Deutsches Rommé, Rommé 500): what one chooses, what a tap, a drop and a key do. */
import { byId } from "../dom.js";
import { enableDrag } from "../table/drag.js";
import { renderHand } from "../table/hand.js";
import { fly, placeOf } from "../table/motion.js";
import { openTable } from "../table/page.js";
import { renderSeats } from "../table/seats.js";
import { renderStage } from "../table/stage.js";
import { _ } from "../words.js";
import { renderActions } from "./actions.js";
import { award } from "./award.js";
import { renderBoard } from "./board.js";
import { chosenWords, TableMeldingCommands } from "./commands.js";
import { read } from "./model.js";
import { renderPileDialog, renderPiles } from "./piles.js";
import { TABLE_MELDING_SEATS } from "./seats.js";
import { shownHands } from "./shown.js";

const HELP = [
  ["D", () => _("Draw from the stock")], ["U", () => _("Take the discard")], ["N", () => _("Knock for the discard")],
  ["← →", () => _("Walk through the hand")], [_("Space"), () => _("Choose a card")], [_("Enter"), () => _("Lay the chosen meld, or discard the chosen card")],
  ["M", () => _("Lay the chosen cards as a meld")], ["A", () => _("Lay off the chosen card")], ["X", () => _("Discard")],
  ["Z", () => _("Take the last step back")], ["V", () => _("Rearrange the table")], ["E", () => _("End turn")],
  ["M A X Z E", () => _("On the workbench: to a new meld, to a meld, back to the hand, reset, lay it like this")],
];

let drawn = null; // the model and the handlers last drawn

function render(model, on) {
  drawn = { model, on };
  renderSeats(model, on, TABLE_MELDING_SEATS);
  renderPiles(model, on);
  renderBoard(model, on);
  renderStage(model, on, { shown: shownHands, middle: [], award });
  renderHand(model, { onTap: on.select });
  renderActions(model, on);
}

function tapped({ ui, view }, card) {
  ui.chosen = ui.chosen.includes(card) ? ui.chosen.filter((one) => one !== card) : [...ui.chosen, card];
  return chosenWords(read(view, ui));
}

/** What was chosen in a situation that has passed is no longer chosen. */
function forget(ui, view) {
  const { round } = view;
  const held = [...(round?.hand ?? []), ...(round?.freed ?? [])];
  ui.chosen = ui.chosen.filter((card) => held.includes(card));
  if (!round?.discard_pile?.includes(ui.pileCard) || round.phase !== "draw") ui.pileCard = null;
  if (view.turn !== view.seat || round?.phase !== "play") ui.bench = null;
}

/** Where cards come from, measured before the page changes. */
function motions(events, { ui, view }) {
  const after = [];
  ui.source = ".pile-stock .card";
  ui.departed = null;
  for (const event of events) {
    const other = event.seat !== undefined && event.seat !== view.seat ? `[data-seat="${event.seat}"]` : null;
    if (event.type === "discard_taken" && !other) ui.source = ".pile-discards .card";
    if (event.type === "stock_drawn" && other) after.push(() => fly("back", placeOf(".pile-stock .card"), placeOf(other)));
    if (event.type === "discard_taken" && other) {
      const from = placeOf(".pile-discards .card:last-child, .fan-card:last-child .card");
      after.push(() => fly(event.cards[0], from, placeOf(other)));
    }
    if (event.type === "discarded") ui.departed = other ? placeOf(other) : placeOf(`#hand-${CSS.escape(event.card)}`);
  }
  return after;
}

function entered(model, card, on) {
  if (model.isMyTurn && model.figures.length) return on.layMeld();
  if (model.isMyTurn && model.phase === "play" && model.chosen.length === 1 && model.chosen[0] === card) return on.discard();
  return on.select(card);
}

function targetsFor({ isMyTurn, phase, ui, discards, chosen, figures }, card) {
  if (!isMyTurn || phase !== "play") return [];
  if (ui.bench) return [".bench-group", ".bench-new"];
  return [".board .meld[data-meld]", ...(discards.has(card) ? [".pile-discards"] : []), ...(figures.length && chosen.includes(card) ? [".board"] : [])];
}

function dropped({ ui, chosen }, card, target, on) {
  if (!chosen.includes(card)) {
    ui.chosen = [];
    on.select(card);
  }
  if (target.id === "board") return ui.bench || on.layMeld();
  if (target.dataset.group) return on.benchPut(target.dataset.group === "new" ? null : Number(target.dataset.group));
  return target.dataset.meld !== undefined ? on.toMeld(Number(target.dataset.meld)) : on.discard();
}

/* On the workbench cards of the table are dragged as well, with a mouse or a pen; a finger scrolls there, and taps. */
enableDrag({
  targetsFor: (card) => [".bench-group", ".bench-new", ...(drawn.model.round.hand.includes(card) ? ["#hand"] : [])],
  onDrop: (card, target) => {
    const { model: { ui }, on } = drawn;
    if (!ui.bench.chosen.includes(card)) {
      ui.chosen = [];
      ui.bench = { ...ui.bench, chosen: [card] };
    }
    if (target.id === "hand") on.benchBack();
    else on.benchPut(target.dataset.group === "new" ? null : Number(target.dataset.group));
  },
}, { box: byId("board"), cards: ".bench-card", name: "bench", mouse: true });

openTable({
  ui: { chosen: [], pileCard: null, bench: null },
  read, Commands: TableMeldingCommands, render, tapped, forget, motions, entered, targetsFor, dropped,
  dialogs: { "pile-dialog": (model, on) => renderPileDialog(byId("pile-body"), model, on) },
  help: HELP,
  press: (on) => ({
    d: on.drawStock, u: on.takeTop, n: on.claim, m: on.layMeld, a: on.layOffAnywhere, x: on.discard, z: on.undo, e: on.endTurn, t: on.hint,
    v: () => document.querySelector('[data-action="bench"], [data-action="bench-close"]')?.click(),
  }),
});
