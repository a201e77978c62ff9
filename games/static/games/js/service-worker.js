/* Keeps the house's own files at hand, and a page for when nobody answers; shows notices that are pushed.
   Never kept: pages, the API, streams, words: whatever may hold somebody's name, chips or cards.
   In which language nobody answers is told by the page that was read last. */
const SHELF = "jeton-files-4";
const LANGUAGES = ["en", "de"];
const OFFLINE = (language) => `/offline/?language=${language}`;
// Where the language of the page that was read last is kept: a worker forgets what it does not write down.
const SPOKEN = "/offline/spoken";
const NEEDED = [...LANGUAGES.map(OFFLINE), "/static/web/css/tokens.css", "/static/web/css/base.css", "/static/web/css/parts.css", "/static/web/js/prefs.js"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

// A page that was left before the one that speaks now is not listened to: its word may come late.
let newest = 0;
addEventListener("message", (event) => {
  const language = event.data.language.slice(0, 2); // a variant's page is that of its language
  if (event.data.begun < newest || !LANGUAGES.includes(language)) return;
  newest = event.data.begun;
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.put(SPOKEN, new Response(language))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(nobodyAnswers));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

async function nobodyAnswers() {
  const shelf = await caches.open(SHELF);
  const language = await (await shelf.match(SPOKEN))?.text();
  return (await shelf.match(OFFLINE(language))) ?? (await shelf.match(OFFLINE(LANGUAGES[0]))) ?? Response.error();
}

/** The server is asked first, for a mended file must be seen at once; its "not modified" costs a few bytes. */
async function fresh(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) shelf.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await shelf.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** The newest about something replaces those before. Who looks at the very page sees it there. */
addEventListener("push", (event) => {
  const { title, text, path, tag } = event.data.json();
  const shown = async () => {
    const windows = await pagesAt(path);
    if (windows.some((page) => page.visibilityState === "visible")) return;
    await registration.showNotification(title, { body: text, tag, renotify: true, data: path, icon: "/static/web/icons/icon-192.png" });
  };
  event.waitUntil(shown());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(pagesAt(path).then(([page]) => page?.focus() ?? clients.openWindow(path)));
});

async function pagesAt(path) {
  const { pathname } = new URL(path, location.origin);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter((page) => new URL(page.url).pathname === pathname);
}
