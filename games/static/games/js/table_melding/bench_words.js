/* What the workbench says: what each group is or why it is no meld, what lies there altogether, whether it may be laid. */
import { isJoker } from "../cards.js";
import { _, cardName, fill, list, ngettext, points } from "../words.js";
import { jokersAllowed } from "./figures.js";

/** Why these cards are no meld, with the numbers (GER-4, GER-5). */
export function whyNoMeld(cards, laws) {
  const jokers = cards.filter(isJoker).length;
  const allowed = jokersAllowed(cards.length, laws);
  if (cards.length < 3) return fill(_("%(count)s of at least %(needed)s cards"), { count: cards.length, needed: 3 });
  if (jokers > allowed) return fill(_("jokers: %(count)s, allowed: %(allowed)s"), { count: jokers, allowed });
  return _("neither one rank in different suits nor a run of one suit");
}

/** A group by its number and its cards; what it is worth, or why it is no meld yet. */
export function groupWords({ figure, cards, number }, laws) {
  const names = list((figure?.cards ?? cards).map(cardName));
  if (figure) return `${fill(_("Meld %(number)s: %(cards)s"), { number, cards: names })}, ${points(figure.points)}`;
  return `${fill(_("No meld yet, number %(number)s: %(cards)s"), { number, cards: names })} (${whyNoMeld(cards, laws)})`;
}

/** Why it may not be laid yet; "" when it may. */
export function benchWords({ wrong, added, why }) {
  if (wrong) return `${fill(ngettext("%(count)s group is no meld yet", "%(count)s groups are no melds yet", wrong), { count: wrong })}: ${why}`;
  return added ? "" : _("Lay at least one card from your hand");
}

/** All that lies there: melds, what they are worth, and how much of it comes from the hand. */
export function benchSum({ figures, worth, added }) {
  return fill(_("%(melds)s, %(points)s; %(cards)s"), {
    melds: fill(ngettext("%(count)s meld", "%(count)s melds", figures.length), { count: figures.length }), points: points(worth),
    cards: fill(ngettext("%(count)s card from your hand", "%(count)s cards from your hand", added), { count: added }),
  });
}
