/* Away, back, giving up: what one may do with one's seat, and exactly what it costs. */
import { byId, el, refill } from "../dom.js";
import { _, fill, ngettext, number } from "../words.js";
import { button } from "./buttons.js";
import { vacation } from "./away.js";

export function renderSeatOptions(model, on) {
  const box = byId("seat-options");
  const { view, mine } = model;
  const running = view.phase === "playing" || view.phase === "between";
  if (!mine || !running || mine.out) {
    byId("leave-dialog").close();
    box.replaceChildren();
    return;
  }
  refill(box,
    el("h3", {}, _("My seat")),
    el("div", { class: "row" }, mine.automatic ? button("return", _("I am back"), on.return) : button("sit-out", _("I am away for a while"), on.sitOut)),
    el("p", { class: "muted small" }, view.terms.absence.automatic === "safe"
      ? _("While you are away the table draws and discards for you and never knocks.")
      : _("While you are away a bot of the house plays on for you.")),
    vacation(model, on),
    el("div", { class: "row" }, button("resign", _("Give up the match"), () => confirmResign(model, on), "danger")));
}

function costOfResigning({ stake_chips: stake, settlement }) {
  if (settlement === "tournament") return _("In a tournament this counts like the worst result of this game. Where tournament chips are on the table you pay for it from your stack, all of it if need be.");
  if (stake > 0) return fill(ngettext("You lose the match and your stake of %(chips)s chip.", "You lose the match and your stake of %(chips)s chips.", stake), { chips: number(stake) });
  return _("You lose the match. No chips are at stake.");
}

function confirmResign({ view }, on) {
  const cost = costOfResigning(view.terms);
  byId("options-dialog").close();
  byId("leave-title").textContent = _("Give up the match?");
  byId("leave-body").replaceChildren(el("p", {}, cost), el("div", { class: "row" },
    button("confirm-resign", _("Give up"), () => { byId("leave-dialog").close(); on.resign(); }, "danger"),
    button("cancel-resign", _("Play on"), () => byId("leave-dialog").close(), "main")));
  byId("leave-dialog").showModal();
}
