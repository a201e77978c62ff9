/* Who counts together: partners sit opposite each other (GIN-T1); elsewhere everybody is a side alone. */
import { list } from "../words.js";

export const nameOf = (view, seat) => view.seats.find((one) => one.seat === seat)?.player?.name ?? "?";

export const namesOf = (view, seats) => list(seats.map((seat) => nameOf(view, seat)));

export const areTeams = (view) => view.terms?.rules.teams === true;

/** The seats that win and lose together with this one, itself first. */
export function sideOf(view, seat) {
  const count = view.seats.length;
  return areTeams(view) ? [seat, (seat + count / 2) % count] : [seat];
}

/** Every side once, as seats from the lowest; of `among` only. */
export function sidesOf(view, among = view.seats.map((one) => one.seat)) {
  const sides = view.seats.map((one) => sideOf(view, one.seat)).filter((side) => side[0] === Math.min(...side));
  return sides.map((side) => side.filter((seat) => among.includes(seat))).filter((side) => side.length);
}

/** Whether nobody has won: all sides came first together. */
export const isDraw = (view, winners) => sidesOf(view).length > 1 && sidesOf(view, winners).length === sidesOf(view).length;

/** Whether a seat speaks for its side, so that what both partners are credited with is told once. */
export const speaks = (view, seat) => seat === Math.min(...sideOf(view, seat));

/** "Anna", or "Anna and Carl". */
export const sideName = (view, seat) => namesOf(view, sideOf(view, seat).sort((a, b) => a - b));

const PLACES = ["left", "across", "right"];

/** Where a seat is at a table for teams, seen from mine: the next to play sits on my left. */
export function placeOf({ view, seat }, other) {
  if (!areTeams(view)) return null;
  return PLACES[((other - (seat ?? 0) + view.seats.length) % view.seats.length) - 1] ?? null;
}
