/* Keeps the house's own files at hand, and a page for when nobody answers.
   Never kept: pages, the API, streams, words: whatever may hold somebody's name, chips or cards.
   In which language nobody answers is told by the page that was read last. */
const SHELF = "jeton-files-3";
const OFFLINE = "/offline/";
const NEEDED = ["/static/web/css/tokens.css", "/static/web/css/base.css", "/static/web/css/parts.css", "/static/web/js/prefs.js"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(NEEDED)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

// One after another: an answer that was asked for earlier must not overwrite a later one. Nor does a page that was left
// before the one that speaks now: its word may come late.
let spoken = Promise.resolve();
let newest = 0;
addEventListener("message", (event) => {
  if (event.data.begun < newest) return;
  newest = event.data.begun;
  const language = event.data.language === "de" ? "de" : "en";
  spoken = spoken.then(() => speak(language)).catch(() => {});
  event.waitUntil(spoken);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(nobodyAnswers));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

async function nobodyAnswers() {
  return (await caches.match(OFFLINE)) ?? Response.error();
}

/** One page for when nobody answers, in this language; the one of another language makes room. */
async function speak(language) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(OFFLINE);
  if (kept?.headers.get("Content-Language") === language) return;
  const answer = await fetch(`${OFFLINE}?language=${language}`).catch(() => null);
  if (answer?.ok) await shelf.put(OFFLINE, answer);
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
