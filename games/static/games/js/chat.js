/* The talk at a table: what was said, saying something, muting and reporting. Apart from the game: nothing here reads or changes the table's view. */
import { Refused, getJson, postJson } from "./api.js";
import { byId, el, keepPlace, refill, setText } from "./dom.js";
import { _, fill, language } from "./words.js";

const LOOK_MS = 15000;
const SAID_MS = 5000;
const ROUND_OVER = ["between", "finished"];
const box = byId("chat");
const lines = byId("chat-lines");
const url = box.dataset.url;
const people = new URL("../../../players/", new URL(url, location.href)).pathname;
const table = byId("table");
const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const said = new Map();
let cursor = "";
let older = null;
let unread = 0;
let quiet = 0;
let page = null;
let reporting = null;
let looking = false;
let again = false;

const isShown = () => box.classList.contains("shown");

/** Ask for news; one question at a time, and once more if something happened meanwhile. */
async function look() {
  again = looking;
  if (looking || document.hidden) return;
  looking = true;
  const news = await getJson(cursor ? `${url}?after=${cursor}` : url).catch(() => null);
  looking = false;
  if (news) take(news, { isFirst: !cursor });
  if (again) look();
}

function take(news, { isFirst = false } = {}) {
  page = news;
  cursor = news.cursor;
  if (isFirst) older = news.older;
  const fresh = news.results.filter((one) => !said.has(one.number));
  news.results.forEach((one) => said.set(one.number, one));
  if (!isFirst && !isShown()) beheard(fresh.filter((one) => !one.mine));
  draw(news.results.length > 0 || isFirst);
}

/** While the panel is shut: how much was said, and for a moment what was said last at the table itself. */
function beheard(messages) {
  unread += messages.length;
  const last = messages.filter((one) => one.channel === "table").at(-1);
  if (!last) return;
  clearTimeout(quiet);
  setText(byId("chat-said"), `${last.author.name}: ${last.text}`);
  quiet = setTimeout(() => setText(byId("chat-said"), ""), SAID_MS);
}

function draw(withLines = true) {
  const atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 60;
  if (withLines) show([...said.values()].sort((a, b) => a.number - b.number));
  if (atEnd || unread) lines.scrollTop = lines.scrollHeight;
  byId("chat-new").hidden = unread === 0;
  refill(byId("chat-new"), String(unread), el("span", { class: "visually-hidden" }, ` ${_("new messages")}`));
  byId("chat-older").hidden = older === null;
  byId("chat-form").hidden = page.may_say !== "words";
  byId("chat-phrases").hidden = page.may_say === "nothing";
  byId("chat-gallery").hidden = page.channel !== "table";
  byId("chat-gallery").firstElementChild.checked = page.gallery_open;
  setText(byId("chat-hint"), page.because || (page.channel === "gallery" ? _("What spectators write during a round appears when it is over.") : ""));
  if (!byId("chat-phrase-list").children.length) showPhrases();
}

/** Lines are added and exchanged, never drawn anew: an open menu stays open, and only what is new is read out. */
function show(messages) {
  lines.dataset.empty = _("Nothing has been said yet.");
  for (const message of messages) {
    const known = lines.querySelector(`[data-number="${message.number}"]`);
    const key = `${message.held}`;
    if (known?.dataset.state === key) continue;
    const node = line(message, key);
    if (known) known.replaceWith(node);
    else lines.insertBefore(node, [...lines.children].find((one) => Number(one.dataset.number) > message.number) ?? null);
  }
}

function line(message, state) {
  const { author } = message;
  const head = [el("b", {}, message.mine ? _("You") : author.name), message.channel === "gallery" && el("span", {}, _("watching")), el("time", { datetime: message.at }, time.format(new Date(message.at)))];
  return el("div", { class: `chat-line by-${message.channel}${message.mine ? " mine" : ""}`, "data-number": message.number, "data-state": state },
    el("div", { class: "chat-head" }, ...head, !message.mine && !author.is_bot && box.dataset.signedIn === "yes" && menu(message)),
    el("p", { class: "chat-text", dir: "auto" }, message.text),
    message.held && el("p", { class: "chat-held" }, _("The others read this when the round is over.")));
}

function menu(message) {
  const { author } = message;
  const item = (action, words, go) => el("button", { type: "button", class: "button", "data-action": action, onclick: go }, words);
  return el("details", { class: "chat-menu", name: "chat-menu" },
    el("summary", { "aria-label": fill(_("More about the message of %(name)s"), { name: author.name }) }, "⋯"),
    el("div", { class: "row" },
      item("mute", _("Mute"), () => act(async () => { await postJson(`${people}${author.id}/ignore/`, { chat_only: true }); afresh(); })),
      item("ignore", _("Ignore"), () => act(async () => { await postJson(`${people}${author.id}/ignore/`, { chat_only: false }); afresh(); })),
      item("befriend", _("Befriend"), (event) => act(async () => { const tie = await postJson(`${people}${author.id}/friend/`, {}); setText(event.target, tie.status === "friends" ? _("Friends now") : _("Asked")); })),
      item("report", _("Report"), () => report(message))));
}

function showPhrases() {
  refill(byId("chat-phrase-list"), ...page.phrases.map((one) => el("button", { type: "button", class: "button", "data-action": "phrase", onclick: () => send({ phrase: one.code }) }, one.text)));
}

/** Somebody is heard no more: what they said goes. */
function afresh() {
  said.clear();
  keepPlace(() => lines.replaceChildren(), "#chat-lines");
  cursor = "";
  look();
}

async function act(work) {
  byId("chat-error").hidden = true;
  try {
    await work();
    return true;
  } catch (error) {
    byId("chat-error").hidden = false;
    setText(byId("chat-error"), error instanceof Refused && error.message ? error.message : _("No connection."));
    return false;
  }
}

const send = (body) => act(async () => {
  const message = await postJson(url, body);
  said.set(message.number, message);
  draw();
  lines.scrollTop = lines.scrollHeight;
});

function report(message) {
  reporting = message;
  setText(byId("chat-report-text"), `${message.author.name}: ${message.text}`);
  byId("chat-report").showModal();
}

byId("chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = byId("chat-words");
  const words = input.value;
  if (!words.trim()) return;
  input.value = "";
  if (!(await send({ words }))) input.value = words;
});

byId("chat-report-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("chat-report").close();
  const body = { reason: byId("chat-reason").value, note: byId("chat-note").value };
  const done = await act(() => postJson(`${url}${reporting.number}/report/`, body));
  byId("chat-note").value = "";
  if (done) setText(byId("chat-hint"), _("Thank you. Moderators will look at it."));
});

byId("chat-gallery").addEventListener("change", (event) => act(async () => {
  const answer = await postJson(`${url}gallery/`, { open: event.target.checked });
  event.target.checked = answer.open;
}));

/** Friends, to be asked to the table with one tap; looked up when somebody wants to. */
byId("chat-invite")?.addEventListener("toggle", async (event) => {
  if (!event.target.open) return;
  const found = await getJson(`${new URL("../me/friends/", new URL(people, location.href)).pathname}`).catch(() => ({ friends: [] }));
  const invite = (friend) => el("button", { type: "button", class: "button", "data-action": "invite", onclick: (pressed) => act(async () => {
    await postJson(new URL("../invitations/", new URL(url, location.href)).pathname, { player: friend.id });
    setText(pressed.target, fill(_("%(name)s has been invited"), { name: friend.name }));
  }) }, friend.name);
  refill(byId("chat-invite-list"), ...found.friends.map(invite), found.friends.length === 0 && el("p", { class: "muted" }, _("You have no friends here yet; the link to the table invites everybody.")));
});

byId("chat-older").addEventListener("click", async () => {
  const before = await getJson(`${url}?before=${older}`).catch(() => null);
  if (!before) return;
  older = before.older;
  before.results.forEach((one) => said.set(one.number, one));
  show(before.results);
  keepPlace(() => { byId("chat-older").hidden = older === null; }, "#chat-lines");
});

new MutationObserver(() => {
  if (!isShown()) return;
  unread = 0;
  if (page) draw(false);
  lines.scrollTop = lines.scrollHeight;
}).observe(box, { attributeFilter: ["class"] });

/** When a round ends, what spectators wrote comes to light. The attribute is written at every drawing, mostly as it was. */
let phase = table.dataset.phase;
new MutationObserver(() => {
  if (table.dataset.phase === phase) return;
  phase = table.dataset.phase;
  if (ROUND_OVER.includes(phase)) look();
}).observe(table, { attributeFilter: ["data-phase"] });
/** All spectators hear of it at once; they need not all ask at once. */
document.addEventListener("jeton:chat", () => setTimeout(look, page?.channel === "gallery" ? Math.random() * 700 : 0));
document.addEventListener("visibilitychange", look);
/** Letters typed here are not the table's keys. */
box.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
setInterval(look, LOOK_MS);

look();
