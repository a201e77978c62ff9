/* The few things we do to the page. */

/** el("button", {class: "x", "data-action": "knock", onclick: f}, "text", child) */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Replace what is inside, keeping the keyboard's place on the control with the same data-action or id. */
export function refill(node, ...children) {
  const active = node.contains(document.activeElement) ? document.activeElement : null;
  const key = active && (active.id ? `#${active.id}` : active.dataset.action && `[data-action="${active.dataset.action}"]`);
  node.replaceChildren(...children.filter((child) => child != null && child !== false));
  if (key) node.querySelector(key)?.focus({ preventScroll: true });
}

/** Change the page. Where that takes away or hides what the keyboard was on, it goes on at the first of `places`, selectors, that shows. */
export function keepPlace(change, ...places) {
  const wasHere = document.activeElement !== document.body;
  change();
  const now = document.activeElement;
  if (!wasHere || (now !== document.body && shows(now))) return;
  const place = places.flatMap((one) => [...document.querySelectorAll(one)]).find(shows);
  if (place?.tabIndex < 0) place.tabIndex = -1; // a mere part of the page takes the focus only so
  place?.focus({ preventScroll: true });
}

const shows = (node) => node.getClientRects().length > 0;

/** Only touch the page when the words change: live regions speak every change. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function calm() {
  return document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export const readJson = (id) => JSON.parse(byId(id).textContent);
