/* The middle of the table between the rounds: laid-down hands, the score of the round, the end of the match, free seats. */
import { csrfToken } from "../api.js";
import { openCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { _, fill, list, ngettext, number, points, signed } from "../words.js";
import { button } from "./buttons.js";
import { friendLines } from "./friends.js";
import { verdict } from "./verdict.js";
import { nameOf, sideName, speaks } from "./sides.js";
import { scoreWords } from "./house_rules.js";
import { headline, isOneRound, roundSentence, whyOver } from "./sentences.js";

const box = byId("stage");

/** `shown` draws the hands that lie open at the end of a round, `middle` is what the game has to show during one,
    `award` what a match gives beside chips. */
export function renderStage(model, on, { shown, middle, award = () => null }) {
  const { phase, view } = model;
  const parts = phase === "seating" ? seating(model, on)
    : phase === "between" ? between(model, on, shown)
    : phase === "finished" ? finished(model, on, shown, award)
    : middle;
  if (view.status === "cancelled") parts.push(backLink());
  box.hidden = parts.length === 0;
  box.className = `stage stage-${phase}`;
  refill(box, ...parts);
}

function seating(model, on) {
  const { view } = model;
  const free = view.seats.filter((one) => !one.player).length;
  const stake = view.terms.stake_chips;
  const seats = view.seats.map((one) => el("li", { class: one.player ? "" : "free" }, one.player ? one.player.name : _("free")));
  const join = !model.seated && free > 0 && button("join", stake ? fill(ngettext("Sit down, stake %(chips)s chip", "Sit down, stake %(chips)s chips", stake), { chips: number(stake) }) : _("Sit down"), on.join, "main");
  const share = (kind) => button("share", on.canSend ? _("Send the link") : _("Copy the link"), on.share, kind);
  return [
    el("h2", {}, fill(ngettext("%(count)s seat is free", "%(count)s seats are free", free), { count: free })),
    el("ul", { class: "seat-list" }, ...seats),
    el("div", { class: "row" }, join,
      model.seated && on.isByLink && share("main"),
      model.seated && free > 0 && button("add-bot", free > 1 ? _("Fill the table with bots") : _("Play against a bot"), on.addBots, on.isByLink ? "" : "main", model.ui),
      model.seated && !on.isByLink && share(""),
      model.seated && button("leave", _("Leave the table"), on.leave, "quiet")),
  ];
}

function between(model, on, shown) {
  const { view } = model;
  const last = view.score_sheet.at(-1);
  const waiting = view.seats.filter((one) => one.player && !one.ready).map((one) => one.player.name);
  const mayGo = model.mine && !model.mine.ready;
  return [
    last ? el("h2", {}, roundSentence(view, last)) : el("h2", {}, _("The match begins")),
    !last && view.seating && drawnSeats(view),
    last && lines(view, last),
    el("div", { class: "row" },
      mayGo && !view.rebuy && button("ready", last ? _("Continue") : _("Deal the cards"), on.ready, "main", model.ui),
      !mayGo && waiting.length > 0 && el("p", { class: "muted" }, fill(_("Waiting for %(names)s"), { names: list(waiting) })),
      last && el("a", { class: "button quiet", href: on.replayUrl(last.number) }, _("Watch this round again"))),
    last && shown(model, on),
    mayGo && fairCards(view, model.ui),
  ];
}

/** The cards drawn for the seats: the highest deals, the others sit to the left in order (GER-2). */
function drawnSeats(view) {
  const rows = view.seating.draws.map((cards, seat) => el("li", {}, el("span", {}, nameOf(view, seat)), el("span", { class: "drawn" }, ...cards.map((card) => openCard(card)), seat === 0 && el("small", {}, _("deals first")))));
  return el("ol", { class: "lines seating-draw" }, ...rows);
}

const isSharedDeal = (terms) => Boolean(terms.shared_deals?.length);

/** Who is dealt the same, and when it can be checked. */
const sharedDeck = (terms) => (terms.settlement === "tournament"
  ? _("All tables of this stage are dealt this deck. This is its fingerprint; when the stage is over you can check it:")
  : _("Everybody is dealt this deck today. This is its fingerprint; tomorrow you can check it:"));

/** The next deck is fixed already; who wishes adds a seed of their own making. */
function fairCards({ round, terms }, ui) {
  const isShared = isSharedDeal(terms);
  const input = el("input", { id: "own-seed", maxlength: "64", autocomplete: "off", value: ui.seed ?? "", oninput: (event) => { ui.seed = event.target.value; } });
  return el("details", { class: "fair", open: ui.fairOpen === true, ontoggle: (event) => { ui.fairOpen = event.target.open; } },
    el("summary", {}, _("Fair cards")),
    el("p", {}, isShared ? sharedDeck(terms) : _("The next deck is sealed. This is its fingerprint; after the round you can check it:")),
    el("code", { class: "fingerprint" }, round.commitment),
    !isShared && el("label", { for: "own-seed" }, _("Your own random value for the shuffle (left empty: your browser draws one)")), !isShared && input);
}

function lines(view, round) {
  const told = round.lines.filter((line) => speaks(view, line.seat));
  const several = new Set(told.map((line) => line.seat)).size > 1;
  const rows = told.map((line) => el("li", { "data-line": line.reason },
    el("span", {}, several ? `${sideName(view, line.seat)}: ${scoreWords(line.reason)}` : scoreWords(line.reason)), el("b", { class: "num" }, signed(line.points))));
  return rows.length ? el("ul", { class: "lines" }, ...rows) : el("p", { class: "muted", "data-line": round.reason }, _("Nothing is scored in this round."));
}

function finished(model, on, shown, award) {
  const { view } = model;
  const { result } = view;
  if (!result) return leadsOn() ? [] : [backLink()];
  const last = view.score_sheet.at(-1);
  const part = isOneRound(view) && (last ? roundSentence(view, last) : whyOver(view));
  const rows = inOrder(view.seats.filter((one) => one.player), result).map((one) => el("tr", { class: result.winners.includes(one.seat) ? "won" : "" },
    el("th", { scope: "row" }, one.player.name, thenToo(on.before?.[one.seat])),
    el("td", { class: "num" }, points(result.totals[one.seat])),
    view.terms.stake_chips > 0 && el("td", { class: "num" }, chips(result.payouts[one.seat] - view.terms.stake_chips))));
  return [
    el("h2", { class: "result-title" }, on.beforeUrl ? thanThen(model, result, on.before) : part || headline(view, result.winners)),
    el("p", { class: "why", "data-line": last?.reason }, [last && !part && `${roundSentence(view, last)}.`, (last || !part) && whyOver(view), model.ui?.frame?.over].filter(Boolean).join(" ")),
    (last || !model.ui?.frame) && el("table", { class: "result" }, el("tbody", {}, ...rows)),
    view.terms.stake_chips > 0 && el("p", { class: "muted" }, paid(model, result)),
    award(model, result),
    byId("rematch"),
    el("div", { class: "row" },
      model.seated && on.dailyUrl && el("a", { class: "button main", href: on.dailyUrl, "data-action": "daily" }, _("How others fared")),
      on.beforeUrl && el("a", { class: "button main", href: on.beforeUrl, "data-action": "before" }, _("Back to the round")),
      ...(model.seated && !leadsOn() && !on.dailyUrl && !on.beforeUrl ? onceMore(view, on) : []),
      last && !isSharedDeal(view.terms) && el("a", { class: "button", href: on.replayUrl(last.number) }, _("Replay and fair cards")),
      !leadsOn() && backLink(model.seated ? "quiet" : "main")),
    verdict(model, on),
    last && shown(model, on),
    friendLines(model, on),
  ];
}

/** The winner on top: by places where there are some, else by points. */
function inOrder(seats, { places, totals, winners }) {
  const order = places?.flat();
  const worth = ({ seat }) => (order ? [-order.indexOf(seat), 0] : [Number(winners.includes(seat)), totals[seat]]);
  return [...seats].sort((one, other) => worth(other)[0] - worth(one)[0] || worth(other)[1] - worth(one)[1]);
}

/** Bots are ready for another match at once; people are asked (`rematch.js`), or find a table like this. */
function onceMore(view, on) {
  const like = (kind) => el("a", { class: `button ${kind}`, href: on.likeUrl, "data-action": "like" }, _("New table like this"));
  if (!view.seats.every((one) => one.seat === view.seat || one.player?.is_bot)) return [like("main")];
  const again = el("form", { method: "post", action: on.againUrl },
    el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
    el("button", { class: "button main", "data-action": "again" }, _("Play again")));
  return [again, like("")];
}

/** Of a round that was played on: who sat there then, and with what. */
const thenToo = (before) => before && el("small", { class: "before" }, fill(_("%(name)s then: %(points)s"), { name: before.name, points: points(before.points) }));

/** Practice is measured by what was played: this seat's points, less the others', beside those of then. */
function thanThen({ view, seat }, { totals }, before) {
  if (!view.score_sheet.length || before.length < totals.length) return _("The practice is over");
  const better = Math.round(lead(totals, seat) - lead(before.map((one) => one.points), seat));
  if (!better) return _("Exactly as well as then");
  const by = Math.abs(better);
  return fill(better > 0 ? ngettext("%(points)s point better than then", "%(points)s points better than then", by) : ngettext("%(points)s point worse than then", "%(points)s points worse than then", by), { points: number(by) });
}

function lead(totals, seat) {
  const others = totals.filter((_points, at) => at !== seat);
  return totals[seat] - others.reduce((sum, one) => sum + one, 0) / others.length;
}

function paid({ view, seat }, result) {
  const all = result.payouts.reduce((sum, one) => sum + one, 0);
  const pot = number(all);
  if (seat === null || seat === undefined) return fill(ngettext("The pot of %(pot)s chip is paid out.", "The pot of %(pot)s chips is paid out.", all), { pot });
  if (!result.payouts[seat]) return fill(ngettext("The pot of %(pot)s chip is paid out, none of it to you.", "The pot of %(pot)s chips is paid out, none of it to you.", all), { pot });
  return fill(ngettext("The pot of %(pot)s chip is paid out, %(mine)s to you.", "The pot of %(pot)s chips is paid out, %(mine)s to you.", all), { pot, mine: number(result.payouts[seat]) });
}

/** What was won or lost, with its sign. */
const chips = (won) => fill(ngettext("%(chips)s chip", "%(chips)s chips", Math.abs(won)), { chips: signed(won) });

/** A tournament says itself where to go from its table. */
const leadsOn = () => document.getElementById("next-table") !== null;

/** Who has played is first asked to play again; only a spectator has nothing else to do here. */
const backLink = (kind = "main") => el("a", { class: `button ${kind}`, href: "/", "data-action": "to-lobby" }, _("Back to the lobby"));
