/* What an experienced player would do, in words: the action, and the reason with its numbers. */
import { getThought, Refused } from "../api.js";
import { shortCard } from "../cards.js";
import { el } from "../dom.js";
import { _, cardName, fill, list, number, tenth } from "../words.js";
import { houseAdvice, houseWhy } from "./house_rules.js";

const ACTIONS = {
  draw_stock: () => _("Draw from the stock"),
  take_upcard: () => _("Take the upcard"),
  pass_upcard: () => _("Pass the upcard"),
  discard: ({ card }) => fill(_("Discard the %(card)s"), { card: cardName(card) }),
  knock: ({ card }) => fill(_("Knock and discard the %(card)s"), { card: cardName(card) }),
  answer: ({ melds }) => (melds ? _("Lay off differently") : _("Lay off the best way")),
  take_discard: ({ card }) => (card ? fill(_("Take the %(card)s from the pile"), { card: cardName(card) }) : _("Take the discard")),
  claim_discard: () => _("Knock for the discard"),
  lay_meld: ({ cards }) => fill(_("Lay the %(cards)s"), { cards: list(cards.map(cardName)) }),
  lay_off: ({ card }) => fill(_("Lay off the %(card)s"), { card: cardName(card) }),
  exchange_joker: ({ card }) => fill(_("Exchange a joker for the %(card)s"), { card: cardName(card) }),
  rearrange: () => _("Rearrange the table"),
  end_turn: () => _("End turn"),
  undo: () => _("Take back"),
  reset_turn: () => _("Reset my turn"),
};

const REASONS = {
  must_draw_stock: () => _("There is nothing else you may draw."),
  take_to_knock: () => _("With it you can knock at once with %(points_after)s."),
  take_for_meld: () => _("It fits into a meld: your deadwood goes from %(points_before)s to %(points_after)s."),
  take_for_hand: () => _("It brings your deadwood from %(points_before)s to %(points_after)s."),
  stock_is_better: () => _("The %(card)s helps you little; an unknown card promises more."),
  leave_upcard: () => _("The %(card)s helps you little."),
  gin: () => _("Nothing is left over: that is gin."),
  knock_now: () => _("%(points)s is low enough; waiting promises less."),
  wait_with_knock: () => _("You could knock with %(knock_points)s, but playing on promises more."),
  discard_is_safer: () => _("Your opponent can hardly use it: in %(danger_percent)s of 100 cases, against %(its_danger_percent)s for %(instead_of)s."),
  discard_is_useless: () => _("Nothing you could discard leaves less deadwood than %(points)s points."),
  discard_keeps_chances: () => _("What you keep has good chances to become melds; about %(points_expected)s points of deadwood are to be expected."),
  answer_with_the_optimum: () => _("It leaves you the least deadwood."),
  take_to_go_out: () => _("With it you can lay everything and go out."),
  take_pile: () => _("You can lay the %(card)s at once, and the other cards are worth having."),
  take_and_lay: () => _("You can lay it at once."),
  take_to_keep: () => _("It goes well with what you hold."),
  draw_from_stock: () => _("There is nothing else you may draw."),
  claim_discard: () => _("It goes well with what you hold."),
  go_out: () => _("With this you can go out."),
  hand_romme: () => _("You can lay everything at once: everything counts twice."),
  lay_first_meld: () => _("Your melds come to %(points)s points: enough to begin."),
  lay_melds: () => _("What lies on the table costs nothing any more."),
  lay_off_now: () => _("What lies on the table costs nothing any more."),
  exchange_for_joker: () => _("The joker helps you to lay more."),
  rearrange_table: () => _("Rearranged, the table takes %(points)s points from your hand."),
  wait_for_hand_romme: () => _("You may soon lay everything at once; better wait with your melds."),
  safer_to_discard: () => _("%(instead_of)s would be of more use to the next player."),
  discard_is_dear: () => _("It would cost %(points)s at the end and helps you little."),
  discard_fits_least: () => _("It fits the rest of your hand least."),
  nothing_to_lay: () => _("There is nothing more to lay."),
};

const CARD = /^(?:[A2-9TJQK][shdc][2-9]?|X\d)$/;

function readable(value) {
  if (typeof value === "number") return number(value);
  return typeof value === "string" && CARD.test(value) ? cardName(value) : value;
}

export const actionWords = (action) => (ACTIONS[action.type]?.(action) ?? houseAdvice(action) ?? action.type);

/** The reason as a sentence; "" for one this page does not know, or whose numbers are missing. */
export function hintReason({ reason, facts }) {
  const words = REASONS[reason]?.() ?? houseWhy(reason);
  const told = Object.fromEntries(Object.entries(facts ?? {}).filter(([, value]) => value !== null).map(([name, value]) => [name, readable(value)]));
  const text = fill(words, told);
  return text.includes("%(") ? "" : text;
}

/** Ask for a hint; `refused` is a sentence when there is none, null when it is not wanted any more. */
export async function askForHint(url, patience) {
  try {
    return await getThought(url, patience);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

const NEXT_BEST = 2;

/** The hint as it lies above the buttons; of what comes next, by how much it is worth less. */
export function hintNote({ action, value, reason, facts, choices }) {
  const next = choices.slice(1, 1 + NEXT_BEST).map((choice) => `${actionWords(choice.action)} (${tenth(choice.value - value)})`);
  return el("p", { class: "tip", id: "tip", role: "note" },
    el("b", {}, `${_("Hint")}: ${actionWords(action)}`), action.card && shortCard(action.card), el("b", {}, "."), ` ${hintReason({ reason, facts })}`,
    next.length > 0 && el("small", {}, fill(_("Next best, in points: %(choices)s."), { choices: next.join("; ") })));
}
