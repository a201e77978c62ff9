/* What a turn at a table-melding table asks for, in words. */
import { cardName, _, fill } from "../words.js";

export const TABLE_MELDING_WORDS = {
  turn(model) {
    const { phase, round, ui, play } = model;
    if (phase === "draw") return drawWords(model);
    if (ui.bench) return _("Your turn: rearrange the table");
    if (round.freed?.length) return _("Your turn: lay the joker in a new meld");
    if (round.must_use) return fill(_("Your turn: lay the %(card)s"), { card: cardName(round.must_use) });
    if (play.robber) return _("Your turn: meld and lay off, then end your turn");
    return _("Your turn: meld, lay off, then discard");
  },
  waiting({ phase, play }, name) {
    if (phase === "draw") return fill(_("%(name)s is about to draw"), { name });
    return fill(play.robber ? _("%(name)s melds and lays off") : _("%(name)s melds and discards"), { name });
  },
};

function drawWords({ play, takes }) {
  if (takes.size === 0) return _("Your turn: draw from the stock");
  return play.deep_draw && takes.size > 1 ? _("Your turn: draw, or choose a card of the pile") : _("Your turn: draw or take the discard");
}
