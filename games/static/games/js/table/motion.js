/* Cards that travel. Only decoration: nothing waits for it, and who prefers stillness gets none. */
import { picture } from "../cards.js";
import { calm, el } from "../dom.js";

const TRAVEL = { duration: 320, easing: "cubic-bezier(.2,.8,.3,1)" };

/** Let a node seem to come from where `from` was. */
export function arrive(node, from, options = {}) {
  if (calm() || !from || !from.width) return;
  const to = node.getBoundingClientRect();
  if (!to.width) return;
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = from.width / to.width;
  node.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }], { ...TRAVEL, ...options });
}

/** A card (or a back) flies from one place to another and is gone. */
export function fly(card, from, to) {
  if (calm() || !from?.width || !to?.width) return;
  const ghost = el("div", { class: "ghost", "aria-hidden": "true" });
  ghost.append(picture(card));
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(ghost);
  const dx = to.left + to.width / 2 - (from.left + from.width / 2);
  const dy = to.top + to.height / 2 - (from.top + from.height / 2);
  const end = { transform: `translate(${dx}px, ${dy}px) scale(${Math.min(1, to.width / from.width)})`, opacity: 0.6 };
  ghost.animate([{ transform: "none", opacity: 1 }, end], TRAVEL).finished.finally(() => ghost.remove());
}

export const placeOf = (selector) => document.querySelector(selector)?.getBoundingClientRect() ?? null;
