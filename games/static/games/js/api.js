/* Talking to the platform. A command keeps its key over every attempt, so it counts once. */

export const csrfToken = () => document.querySelector('meta[name="csrf-token"]').content;
const TRIES = 4;

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.code = problem.code ?? "";
    this.facts = problem.facts ?? {};
    this.rule = problem.rule ?? "";
  }
}

/** randomUUID exists on https and localhost only; a house network has neither. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = hexOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A player's own share in the shuffle. */
export const newSeed = () => hexOf(crypto.getRandomValues(new Uint8Array(32)));

export async function getJson(url, signal = undefined) {
  const response = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store", signal });
  if (!response.ok) throw new Refused(response.status, await problemOf(response));
  return response.json();
}

/** What may have to be thought about first: 202 says so, and is asked again until the answer is there.
    `waits` is told once that it takes a while; null when the answer is not `wanted` any more. */
export async function getThought(url, { waits = () => {}, wanted = () => true } = {}) {
  for (let first = true; ; first = false) {
    const found = await getJson(url);
    if (!found.thinking) return found;
    if (first) waits();
    await new Promise((resolve) => setTimeout(resolve, 1000 * found.retry_after_seconds));
    if (!wanted()) return null;
  }
}

export async function postJson(url, body, key = newKey()) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken(), "Idempotency-Key": key },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response?.ok) return response.status === 204 ? {} : response.json();
    const again = response === null || response.status >= 500 || response.status === 429;
    if (!again) throw new Refused(response.status, await problemOf(response));
    if (attempt === TRIES) throw new Refused(response?.status ?? 0, response ? await problemOf(response) : {});
    await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
  }
}

async function problemOf(response) {
  return response.json().catch(() => ({}));
}
