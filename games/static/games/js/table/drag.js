/* Dragging a card: onto the discard pile, onto a meld, or to another place in the hand. Every drag has a tap and a key too. */
import { byId } from "../dom.js";

const START = 8;

/** hooks: {targetsFor(card) → [selector], onDrop(card, target), onOrder(card, index), onMiss(card, node)}; the last one is told
    what lies where no target was. `from` says which cards, of the hand unless told: the box they lie in, their selector, the
    attribute with the card, and whether fingers are left out. */
export function enableDrag(hooks, from = { box: byId("hand"), cards: ".hand-card", name: "card" }) {
  const { box } = from;
  let drag = null;

  box.addEventListener("pointerdown", (event) => {
    const node = event.target.closest(from.cards);
    if (!node || event.button !== 0 || (from.mouse && event.pointerType === "touch")) return;
    drag = { node, card: node.dataset[from.name], x: event.clientX, y: event.clientY, moving: false, pointer: event.pointerId };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moving && Math.hypot(dx, dy) < START) return;
    if (!drag.moving) begin(drag, box, hooks);
    drag.node.style.translate = `${dx}px ${dy}px`;
    drag.over?.classList.remove("over");
    drag.over = targetAt(event, drag);
    drag.over?.classList.add("over");
  });

  addEventListener("pointerup", (event) => finish(event, true));
  addEventListener("pointercancel", (event) => finish(event, false));
  // The click that ends a drag is no tap.
  box.addEventListener("click", (event) => box.dataset.dragged && event.stopPropagation(), true);

  function finish(event, done) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { node, card, moving, over, targets = [] } = drag;
    drag = null;
    if (!moving) return;
    targets.forEach((target) => target.classList.remove("target", "over"));
    node.classList.remove("dragging");
    node.style.translate = "";
    setTimeout(() => delete box.dataset.dragged, 0);
    if (!done) return;
    if (over) hooks.onDrop(card, over);
    else if (hooks.onOrder && inside(event, box)) hooks.onOrder(card, indexAt(event, box, node));
    else hooks.onMiss?.(card, document.elementsFromPoint(event.clientX, event.clientY).find((one) => !node.contains(one)));
  }
}

function begin(drag, box, hooks) {
  drag.moving = true;
  drag.targets = hooks.targetsFor(drag.card).flatMap((selector) => [...document.querySelectorAll(selector)]);
  drag.targets.forEach((target) => target.classList.add("target"));
  drag.node.classList.add("dragging");
  box.dataset.dragged = "yes";
  try { drag.node.setPointerCapture(drag.pointer); } catch { /* the pointer is gone already */ }
}

function targetAt(event, drag) {
  return drag.targets.find((target) => inside(event, target)) ?? null;
}

function inside(event, node) {
  const at = node.getBoundingClientRect();
  const slack = 12;
  return event.clientX > at.left - slack && event.clientX < at.right + slack && event.clientY > at.top - slack && event.clientY < at.bottom + slack;
}

/** The place in the hand nearest to the pointer, before or after the card that lies there. */
function indexAt(event, box, dragged) {
  const others = [...box.children].filter((node) => node !== dragged);
  let best = { distance: Infinity, index: others.length };
  others.forEach((node, at) => {
    const place = node.getBoundingClientRect();
    const x = place.left + place.width * 0.35;
    const distance = Math.hypot(event.clientX - x, (event.clientY - place.top - place.height * 0.35) * 1.5);
    if (distance < best.distance) best = { distance, index: event.clientX > x ? at + 1 : at };
  });
  return best.index;
}
