/* What this table's house rules say and offer. None is known here by name: their words come with the page, their signs with the view. */
import { openCard } from "../cards.js";
import { byId, el } from "../dom.js";
import { _, cardName, fill, list, number, rankName, suitName } from "../words.js";
import { button } from "./buttons.js";

const NOTHING = { scores: {}, events: {}, actions: {}, offers: [], tags: {}, limit: "" };
const told = document.getElementById("game-words");
const WORDS = told ? JSON.parse(told.textContent) : NOTHING;
const FIELDS = { rank: rankName, suit: suitName, card: cardName, cards: (cards) => list(cards.map(cardName)) };

const readable = (facts) => Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, (FIELDS[name] ?? (typeof value === "number" ? number : String))(value)]));

/** A sentence with its facts; of one and many the form its number asks for. */
function say(sentence, facts) {
  if (typeof sentence === "string") return fill(sentence, readable(facts));
  const [one, many, counted] = sentence;
  return fill(facts[counted] === 1 ? one : many, readable(facts));
}

export const scoreWords = (reason) => WORDS.scores[reason] ?? reason.replaceAll("_", " ");

/** Which house rule sets the knock limit; "" where none does. */
export const limitRule = WORDS.limit;

/** What happened, by the first sentence that has what it tells; null for an event of no house rule. */
export function houseEvent(event, by) {
  const has = (field) => (Array.isArray(event[field]) ? event[field].length > 0 : Boolean(event[field]));
  const found = WORDS.events[event.type]?.find(([when]) => !when || has(when));
  return found ? by(found[1], found[2], { ...readable(event), seat: event.seat }) : null;
}

export const houseAdvice = (action) => (WORDS.actions[action.type] ? say(WORDS.actions[action.type].advice, action) : null);
export const houseWhy = (type) => WORDS.actions[type]?.why ?? "";

/** What is shown beside a seat. */
export function houseTags({ round }, seat) {
  return (round?.signs ?? []).filter((sign) => sign.seat === seat).map(({ sign, facts }) => {
    const { short, full, warning } = WORDS.tags[sign];
    return el("span", { class: `tag${warning ? " warn" : ""}`, "data-sign": sign, title: say(full, facts) }, say(short, facts));
  });
}

const open = ({ types }, { view }) => (view.legal ?? []).filter((action) => types.includes(action.type));

/** The buttons for what may be done now under house rules. */
export const houseButtons = (model, on) => WORDS.offers.filter((offer) => open(offer, model).length > 0)
  .map((offer) => button(`own-${offer.rule}`, offer.words, () => on.own(offer), "", model.ui));

export const houseKeys = (on) => Object.fromEntries(WORDS.offers.map((offer) => [offer.key, () => on.own(offer)]));
export const HOUSE_HELP = WORDS.offers.map((offer) => [offer.key.toUpperCase(), () => offer.words]);

/** Do it, or ask first where there is something to choose. */
export function chooseOwn(offer, model, act) {
  const choices = model.isMyTurn ? open(offer, model) : [];
  if (!choices.length) return;
  if (!offer.question) { act(choices[0]); return; }
  const dialog = byId("own-dialog");
  const choose = (action) => {
    dialog.close();
    act(action);
  };
  const of = (type) => [
    el("h3", {}, WORDS.actions[type].group),
    el("div", { class: "row claims" }, ...choices.filter((action) => action.type === type).map((action) => choice(action, choose))),
  ];
  byId("own-title").textContent = offer.words;
  byId("own-body").replaceChildren(
    el("p", {}, fill(offer.question, model.view.terms.rules.play.special)),
    el("div", { class: "own-pile", role: "group", "aria-label": _("Discard pile") }, ...(model.round.discard_pile ?? []).map((card) => openCard(card))),
    ...offer.types.flatMap(of));
  dialog.showModal();
}

function choice(action, choose) {
  const [field, value] = Object.entries(action).find(([name]) => name !== "type");
  const node = button("choose-own", FIELDS[field](value), () => choose(action));
  node.setAttribute("aria-label", say(WORDS.actions[action.type].choice, action));
  return node;
}
