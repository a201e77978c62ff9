/* The keyboard: letters act anywhere on the table, arrows walk through the hand. */
import { byId, el } from "../dom.js";
import { _ } from "../words.js";
import { focusCard } from "./hand.js";

const EVERYWHERE = [
  ["T", () => _("Hint (training tables)")], ["S", () => _("Sort differently")], ["⇧ ← →", () => _("Move the card")], ["C", () => _("Continue")],
  ["B", () => _("Is it my turn, and what is my deadwood?")], ["R", () => _("Rules of this table")], ["?", () => _("This help")],
];

export function fillHelp(help) {
  byId("help-body").replaceChildren(...[...help, ...EVERYWHERE].flatMap(([key, words]) => [el("dt", {}, words()), el("dd", {}, el("kbd", {}, key))]));
}

/** `press` maps a letter to what it does; `hand` gives the cards in order and what Enter and Space do. */
export function enableKeys({ press, ui, hand, onSelect, onEnter, onMove }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    if (event.target.closest("#hand") && handKey(event)) return;
    if (window.jetonPrefs.get("keys") === "off") return;
    const act = press[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  function handKey(event) {
    const cards = hand();
    ui.focused = event.target.closest("[data-card]")?.dataset.card ?? ui.focused; // a screen reader moves the focus without a key
    const at = cards.indexOf(ui.focused);
    const steps = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 };
    if (event.key in steps) {
      const to = Math.min(Math.max(steps[event.key], 0), cards.length - 1);
      if (event.shiftKey) onMove(ui.focused, to);
      focusCard(ui, event.shiftKey ? ui.focused : cards[to]);
    } else if (event.key === " ") onSelect(ui.focused);
    else if (event.key === "Enter") onEnter(ui.focused);
    else return false;
    event.preventDefault();
    return true;
  }
}
