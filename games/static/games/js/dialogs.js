/* Buttons with data-open and data-close: dialogs, and panels that slide in on narrow screens. */
import { byId } from "./dom.js";

export function enableDialogs(beforeOpen = {}) {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    const closer = event.target.closest("[data-close]");
    if (opener) open(opener.dataset.open, beforeOpen, opener);
    if (closer) close(closer.dataset.close);
    if (event.target.tagName === "DIALOG" && outside(event)) event.target.close();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && document.querySelectorAll(".side.shown").forEach((side) => close(side.id)));
}

export function open(id, beforeOpen = {}) {
  const node = byId(id);
  beforeOpen[id]?.();
  if (node.tagName === "DIALOG") {
    if (!node.open) node.showModal();
    return;
  }
  node.classList.toggle("shown");
  mark(id, node.classList.contains("shown"));
  if (node.classList.contains("shown")) node.querySelector("[data-close]")?.focus();
}

/** What lies open follows the table; a dialog whose filler gives false has nothing more to offer. */
export function refresh(fillers) {
  for (const [id, fillIn] of Object.entries(fillers)) if (byId(id).open && fillIn() === false) byId(id).close();
}

function close(id) {
  const node = byId(id);
  if (node.tagName === "DIALOG") node.close();
  else {
    node.classList.remove("shown");
    mark(id, false);
    document.querySelector(`[data-open="${id}"]`)?.focus();
  }
}

function mark(id, shown) {
  document.querySelector(`[data-open="${id}"]`)?.setAttribute("aria-expanded", String(shown));
}

function outside(event) {
  const at = event.target.getBoundingClientRect();
  return event.clientX < at.left || event.clientX > at.right || event.clientY < at.top || event.clientY > at.bottom;
}
