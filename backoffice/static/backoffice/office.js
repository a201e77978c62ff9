/* Figures that stay fresh: an element with `data-refresh` fetches its part of the page anew while somebody looks. */
const EVERY_MS = 5000;

async function refresh(place) {
  if (document.hidden || place.contains(document.activeElement)) return;
  try {
    const answer = await fetch(place.dataset.refresh, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    place.replaceChildren(...page.body.childNodes);
  } catch {
    // Away for a moment: the next time will do.
  }
}

// On wide screens the menu stands beside the page, open.
if (matchMedia("(min-width: 62rem)").matches) for (const menu of document.querySelectorAll(".office-menu details")) menu.open = true;

for (const place of document.querySelectorAll("[data-refresh]")) setInterval(() => refresh(place), EVERY_MS);
