/* Buttons of the table: words, or a verb and a card. While an answer is awaited they look idle. */
import { shortCard } from "../cards.js";
import { el } from "../dom.js";

/** A verb and a card: short for the eye, whole for the ear. */
export function cardButton(action, verb, label, card, { on, kind = "", ui }) {
  const node = button(action, "", on, kind, ui);
  node.append(el("span", { class: "eye-only", "aria-hidden": "true" }, verb, shortCard(card)), el("span", { class: "visually-hidden" }, label));
  return node;
}

export function button(action, label, onclick, kind = "", ui = null) {
  return el("button", { type: "button", class: `button ${kind}`, "data-action": action, onclick, "aria-disabled": ui?.pending ? "true" : null }, label);
}
