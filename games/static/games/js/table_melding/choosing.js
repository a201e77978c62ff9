/* One of several ways: which card a joker stands for, or whether a card is laid off or takes the joker's place. */
import { silentCard } from "../cards.js";
import { byId, el } from "../dom.js";
import { cardName, list } from "../words.js";

/** `ways` are {words, cards, run}; the first takes the focus. */
export function chooseOne(title, ways) {
  const dialog = byId("choice-dialog");
  byId("choice-title").textContent = title;
  byId("choice-body").replaceChildren(...ways.map(({ words, cards, run }) => {
    return el("button", { type: "button", class: "choice way-choice", "aria-label": [words, list(cards.map(cardName))].filter(Boolean).join(": "), onclick: () => { dialog.close(); run(); } },
      words && el("span", {}, words), el("span", { class: "way" }, el("span", { class: "meld" }, ...cards.map(silentCard))));
  }));
  dialog.showModal();
  byId("choice-body").querySelector("button")?.focus();
}
