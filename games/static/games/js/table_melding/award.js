/* Jetons, one for the winner of each round, and the trophy for whoever holds most of them (GER-V5). */
import { el } from "../dom.js";
import { _, fill, list, ngettext } from "../words.js";
import { nameOf, namesOf } from "../table/sides.js";

export const jetonWords = (count) => fill(ngettext("%(count)s Jeton", "%(count)s Jetons", count), { count });

/** How many Jetons everybody holds at the end, and whose the trophy is; null where none are given. */
export function award({ view }, result) {
  if (!result.trophy) return null;
  const held = view.seats.filter((one) => one.rounds_won > 0).sort((a, b) => b.rounds_won - a.rounds_won);
  return el("section", { class: "award", "aria-label": _("Jetons") },
    el("p", {}, held.length ? list(held.map((one) => `${nameOf(view, one.seat)}: ${jetonWords(one.rounds_won)}`)) : _("Nobody has won a Jeton.")),
    view.terms.trophy && result.trophy.length > 0 && el("p", { class: "trophy" }, el("b", {}, trophyWords(view, result)), " ", el("q", {}, view.terms.trophy)));
}

function trophyWords(view, { trophy }) {
  const words = trophy.length > 1 ? _("%(names)s share the trophy:") : _("%(names)s gets the trophy:");
  return fill(words, { names: namesOf(view, trophy) });
}
