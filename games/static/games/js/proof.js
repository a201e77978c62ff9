/* The answer to a puzzle, or to one's own mistake: what was best and why, and what the other moves are behind. */
import { byId, el, readJson } from "./dom.js";
import { actionWords, hintReason } from "./table/hints.js";
import { _, fill, number } from "./words.js";

const CHOICES_SHOWN = 4;

const isSame = (one, other) => Boolean(other) && one.type === other.type && one.card === other.card;

/** How far behind: with the margin that chance leaves, where it was played out; else by estimate. */
function behindWords({ behind, margin, playouts }) {
  if (!behind) return _("the best");
  return playouts ? fill(_("%(points)s behind, ± %(margin)s"), { points: number(behind), margin: number(margin) }) : fill(_("%(points)s behind"), { points: number(behind) });
}

/** The best, and one's own move wherever it stands. */
function shown(choices, made) {
  const best = choices.slice(0, CHOICES_SHOWN);
  const own = choices.find(({ action }) => isSame(action, made));
  return own && !best.includes(own) ? [...best, own] : best;
}

function show({ proof, made }) {
  const place = byId("coach-proof");
  place.hidden = !proof;
  if (!proof) return;
  const { choices, line, reason, facts } = proof;
  const why = reason && hintReason({ reason, facts });
  place.replaceChildren(...[
    line.length > 0 && el("p", { class: "small muted" }, _("One way to go out:")),
    line.length > 0 && el("ol", { class: "proof-line" }, ...line.map((action) => el("li", {}, actionWords(action)))),
    choices.length > 0 && el("ol", { class: "proof-choices" }, ...shown(choices, made).map((one) => el("li", {}, el("span", {}, actionWords(one.action)), " ", el("span", { class: "num muted" }, behindWords(one)), isSame(one.action, made) && ` – ${_("your move")}`))),
    why && el("p", { class: "small" }, why),
    choices[0]?.playouts > 0 && el("p", { class: "small muted" }, fill(_("In points a round, on average of %(count)s playouts with the hidden cards dealt anew; ± is what chance may have moved."), { count: number(choices[0].playouts) })),
  ].filter(Boolean));
}

document.addEventListener("jeton:coach", (event) => show(event.detail));
show(readJson("coach-first"));
