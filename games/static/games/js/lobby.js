/* The lobby's lists, fresh every few seconds without pulling anything from under a finger. */

const EVERY_MS = 4000;

/** Forms carry a fresh token each time; two lists that differ in nothing else are the same. */
const plain = (html) => html.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "").replace(/\s+/g, " ").trim();

class FreshList {
  constructor(box) {
    this.box = box;
    this.news = document.querySelector(`[data-news="${box.id}"]`);
    this.shown = null;
    this.waiting = null;
    this.news?.querySelector("button").addEventListener("click", () => {
      this.show();
      box.querySelector("a, button")?.focus();
    });
  }

  async look() {
    if (document.hidden) return;
    const response = await fetch(this.box.dataset.fresh, { cache: "no-store" }).catch(() => null);
    if (!response?.ok) return;
    const text = await response.text();
    if (plain(text) === (this.shown ??= plain(this.box.innerHTML))) return;
    this.waiting = text;
    if (!this.busy()) this.show();
    else if (this.news) this.news.hidden = false;
  }

  /** Somebody is reading or about to press: the list stays as it is until they ask. */
  busy() {
    return this.box.contains(document.activeElement) || this.box.matches(":hover") || this.box.querySelector("details[open]") !== null;
  }

  show() {
    this.box.innerHTML = this.waiting;
    this.shown = plain(this.waiting);
    this.waiting = null;
    if (this.news) this.news.hidden = true;
  }
}

const lists = [...document.querySelectorAll("[data-fresh]")].map((box) => new FreshList(box));
const look = () => lists.forEach((list) => list.look());
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY_MS);
