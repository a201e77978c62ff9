/* A player's own order of the hand. A new round begins sorted, since nobody has put it in order yet; a page that is loaded
   anew, or a second one, shows the order that was made in this browser. */
const KEPT = "jeton.order";

const roundOf = ({ round }) => `${location.pathname} ${round?.number ?? 0}`;

/** The order after a change of the view: cards that are new join at its end; `sorted` gives the hand as it lies unasked. */
export function orderOf(order, view, { isNewRound, sorted }) {
  const hand = view.round?.hand ?? [];
  const kept = isNewRound ? [] : order.filter((card) => hand.includes(card));
  return [...kept, ...(kept.length ? hand : sorted()).filter((card) => !kept.includes(card))];
}

/** What was kept of the order of this round; of another nothing. */
export function orderKept(view) {
  try {
    const { round, cards } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return round === roundOf(view) ? cards : [];
  } catch { return []; } // private window, or no order of ours
}

export function keepOrder(view, cards) {
  try { localStorage.setItem(KEPT, JSON.stringify({ round: roundOf(view), cards })); } catch { /* private window: this page only */ }
}
