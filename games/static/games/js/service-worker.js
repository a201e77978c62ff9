/* Keeps the house's own files at hand, and a page for when nobody answers.
   Never kept: pages, the API, streams, words: whatever may hold somebody's name, chips or cards.
   Its own address names the reader's language: another language is another worker, with that language's page. */
const LANGUAGE = new URL(location).searchParams.get("language") === "de" ? "de" : "en";
const SHELF = `jeton-files-2-${LANGUAGE}`;
const OFFLINE = `/offline/?language=${LANGUAGE}`;
const NEEDED = [OFFLINE, "/static/games/css/tokens.css", "/static/games/css/base.css", "/static/games/css/parts.css", "/static/games/js/prefs.js"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

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
