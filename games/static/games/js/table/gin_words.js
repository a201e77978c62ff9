/* What a turn at a gin table asks for, in words. */
import { _, fill } from "../words.js";
import { nameOf } from "./sides.js";

const knockerOf = (model) => (model.round?.shown ?? [])[0]?.seat ?? null;

export const GIN_WORDS = {
  turn(model) {
    const { view, phase, ui } = model;
    if (phase === "upcard_offer") return _("Your turn: take the upcard or pass");
    if (phase === "draw") return model.can("take_upcard") ? _("Your turn: draw or take the upcard") : _("Your turn: draw from the stock");
    if (phase === "answer") return fill(_("%(name)s knocks: lay off what fits"), { name: nameOf(view, knockerOf(model)) });
    if (!ui.selected) return _("Your turn: choose a card");
    return model.knocks.size ? _("Your turn: discard or knock") : _("Your turn: discard");
  },
  waiting({ phase }, name) {
    if (phase === "upcard_offer") return fill(_("%(name)s is offered the upcard"), { name });
    if (phase === "discard") return fill(_("%(name)s is about to discard"), { name });
    if (phase === "answer") return fill(_("%(name)s may lay off"), { name });
    return fill(_("%(name)s is about to draw"), { name });
  },
};
