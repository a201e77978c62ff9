/* Catching the glass (GIN-S1): name the set or the run that lies in the discard pile. */
import { openCard } from "../cards.js";
import { byId, el } from "../dom.js";
import { _, fill, rankName, suitName } from "../words.js";
import { button } from "./actions.js";

export function openGlass(model, onClaim) {
  const claims = model.view.legal.filter((action) => action.type === "catch_set" || action.type === "catch_run");
  if (!claims.length) return;
  const choose = (action) => {
    byId("glass-dialog").close();
    onClaim(action);
  };
  const of = (type) => el("div", { class: "row claims" }, ...claims.filter((action) => action.type === type).map((action) => claim(action, choose)));
  const points = model.view.terms.rules.play.glass_points;
  byId("glass-body").replaceChildren(
    el("p", {}, fill(_("Which meld lies in the discard pile? Right: %(points)s for you. Wrong: %(points)s for your opponent."), { points })),
    el("div", { class: "glass-pile", role: "group", "aria-label": _("Discard pile") }, ...(model.round.discard_pile ?? []).map((card) => openCard(card))),
    el("h3", {}, _("A set of")), of("catch_set"), el("h3", {}, _("A run of")), of("catch_run"));
  byId("glass-dialog").showModal();
}

function claim(action, choose) {
  const name = action.type === "catch_set" ? rankName(action.rank) : suitName(action.suit);
  const node = button("claim", name, () => choose(action));
  node.setAttribute("aria-label", fill(action.type === "catch_set" ? _("A set of %(name)s") : _("A run of %(name)s"), { name }));
  return node;
}
