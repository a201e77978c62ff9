/* Gin at the table: what one chooses, what a tap, a drop and a key do, and where the cards fly. */
import { byId } from "../dom.js";
import { arrange } from "../melds.js";
import { _, fill } from "../words.js";
import { renderActions } from "./actions.js";
import { renderHand } from "./hand.js";
import { HOUSE_HELP, houseKeys } from "./house_rules.js";
import { KnockCommands } from "./knock_commands.js";
import { read } from "./model.js";
import { fly, placeOf } from "./motion.js";
import { openTable } from "./page.js";
import { renderPileDialog, renderPiles } from "./piles.js";
import { GIN_SEATS, renderSeats } from "./seats.js";
import { shownHands } from "./shown.js";
import { renderStage } from "./stage.js";

const HELP = [
  ["D", () => _("Draw from the stock")], ["U", () => _("Take the upcard")], ["P", () => _("Pass the upcard")],
  ["← →", () => _("Walk through the hand")], [_("Space"), () => _("Choose a card")], [_("Enter"), () => _("Discard the chosen card, lay off, go on")],
  ["X", () => _("Discard")], ["K", () => _("Knock")], ["L", () => _("Lay off the best way")], ...HOUSE_HELP,
];

function render(model, on) {
  renderSeats(model, on, GIN_SEATS);
  renderPiles(model, on);
  renderStage(model, on, { shown: shownHands, middle: model.phase === "answer" ? [shownHands(model, on)] : [] });
  renderHand(model, { onTap: on.select });
  renderActions(model, on);
}

function tapped({ ui, phase, hand, laws }, card) {
  ui.selected = ui.selected === card ? null : card;
  ui.preview = ui.selected && phase === "discard" ? arrange(hand.filter((one) => one !== card), laws) : null;
  return ui.preview && fill(_("Deadwood after this discard: %(points)s"), { points: ui.preview.points });
}

/** What was chosen in a situation that has passed is no longer chosen. */
function forget(ui, view) {
  if (!(view.round?.hand ?? []).includes(ui.selected)) Object.assign(ui, { selected: null, preview: null });
  if (view.phase !== "playing" || view.round?.phase !== "answer") ui.layoffs = [];
}

/** Where cards come from, measured before the page changes. */
function motions(events, { ui, view, before }) {
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

function entered({ phase, isMyTurn, ui }, card, on) {
  if (phase === "answer" && isMyTurn) return ui.layoffs.length ? on.answerOwn() : on.answerBest();
  if (!isMyTurn || phase !== "discard" || ui.selected !== card) return on.select(card);
  return on.discard();
}

function dropped({ ui }, card, target, on) {
  ui.selected = card;
  return target.dataset.meld !== undefined ? on.layOff(Number(target.dataset.meld)) : on.discard();
}

function targetsFor({ isMyTurn, phase, discards }, card) {
  if (!isMyTurn) return [];
  if (phase === "discard" && discards.has(card)) return [".pile-discards"];
  return phase === "answer" ? [".meld.open"] : [];
}

openTable({
  ui: { selected: null, preview: null, layoffs: [] },
  read, Commands: KnockCommands, render, tapped, forget, motions, entered, dropped, targetsFor,
  dialogs: { "pile-dialog": (model) => renderPileDialog(byId("pile-body"), model) },
  help: HELP,
  press: (on) => ({ d: on.drawStock, u: on.takeUpcard, p: on.pass, x: on.discard, k: on.knock, l: on.answerBest, t: on.hint, ...houseKeys(on) }),
});
