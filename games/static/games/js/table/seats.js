/* Who sits at the table: opponents above, at a table for teams around it; oneself below. */
import { openCard, picture, sortByRank } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { _, cardName, fill, list, ngettext, number, signed } from "../words.js";
import { sortButton } from "./actions.js";
import { houseTags } from "./house_rules.js";
import { liesOpen } from "./model.js";
import { lineState } from "./lines.js";
import { placeOf, sideOf } from "./sides.js";

const MARKS = 5;

/** A game draws what is its own: what lies `beside` a plate, its `tags` and `total`, and the `counter` of one's hand. */
export function renderSeats(model, on, game) {
  byId("opponents").replaceChildren(...model.others.map((one) => opponent(model, one, game)));
  const own = model.mine ?? (model.seated ? null : model.view.seats.find((one) => one.seat === 0));
  const hasHand = model.mine && model.playing && model.hand.length > 0 && !liesOpen(model, model.seat);
  refill(byId("own"), own && ownSeat(model, own, game), hasHand && game.counter(model), hasHand && sortButton(model.ui, on));
}

function opponent(model, one, game) {
  return el("div", { class: `seat${turnMark(model, one)}`, "data-seat": one.seat, "data-total": one.total, "data-place": placeOf(model, one.seat) },
    plate(model, one, game), game.beside(model, one));
}

/** The partner's cards, which both of us see (GIN-T2). */
function openHand({ partner, round, view }) {
  const groups = [...partner.best.melds, sortByRank(partner.best.deadwood)].filter((group) => group.length);
  const label = fill(ngettext("Open hand, %(count)s card: %(cards)s", "Open hand, %(count)s cards: %(cards)s", partner.hand.length), { count: partner.hand.length, cards: list(groups.flat().map(cardName)) });
  const drawn = view.turn === partner.seat ? round.taken_upcard : null;
  return el("div", { class: "open-hand", role: "img", "aria-label": label },
    ...groups.map((group, at) => el("span", { class: `meld${at >= partner.best.melds.length ? " loose" : ""}`, "aria-hidden": "true" }, ...group.map((card) => {
      const node = openCard(card);
      node.classList.toggle("fresh", card === drawn);
      return node;
    }))),
    el("span", { class: "open-points", "aria-hidden": "true", title: _("Deadwood") }, number(partner.best.points)));
}

/** The seat below: one's own, or for a spectator the other player's. */
function ownSeat(model, one, game) {
  return el("div", { class: `seat seat-own${turnMark(model, one)}`, "data-seat": one.seat, "data-total": one.total },
    plate(model, one, game), !model.seated && game.beside(model, one));
}

const turnMark = (model, one) => (model.playing && model.view.turn === one.seat ? " on-turn" : "");

export function backs(model, one) {
  const count = model.playing && model.round && !liesOpen(model, one.seat) ? model.round.hand_counts[one.seat] : 0;
  if (!count) return null;
  const fan = el("span", { class: "backs", role: "img", "aria-label": fill(ngettext("%(count)s card", "%(count)s cards", count), { count }) });
  for (let at = 0; at < Math.min(count, MARKS); at += 1) fan.append(el("span", { class: "card back" }, picture("back")));
  fan.append(el("b", { class: "backs-count", "aria-hidden": "true" }, String(count)));
  return fan;
}

function plate(model, one, game) {
  const name = one.player?.name ?? _("Free seat");
  const dealer = model.round && model.round.dealer === one.seat;
  return el("div", { class: "plate" },
    el("span", { class: "who" },
      el("span", { class: "turn-mark", "aria-hidden": "true" }),
      el("b", { class: "who-name" }, name),
      one.seat === model.seat && el("b", { class: "who-you" }, _("(you)")),
      isPartner(model, one) && el("span", { class: "tag team" }, _("Partner")),
      dealer && el("span", { class: "tag", title: _("Dealer") }, el("span", { "aria-hidden": "true" }, _("D")), el("span", { class: "visually-hidden" }, _("Dealer"))),
      one.player?.is_bot && el("span", { class: "tag" }, _("Bot")),
      one.player?.is_guest && one.seat !== model.seat && el("span", { class: "tag" }, _("Guest")),
      state(model, one),
    ),
    !isPartner(model, one) && el("span", { class: "total num" }, unbroken(totalOf(model, one, game))),
    game.tags(model, one),
  );
}

/** The table's own total, or what the page around it knows better: of a round that was given up there nobody has points. */
function totalOf(model, one, game) {
  const { frame } = model.ui;
  if (frame && !model.playing && !model.view.score_sheet.length) return "";
  return (model.playing ? frame?.totals?.[one.player?.id] : null) ?? game.total(model, one);
}

/** "12 of 100 · rounds won: 0 of 2" breaks at the dot only. */
const unbroken = (words) => words.split(" · ").map((one) => one.replaceAll(" ", "\u00a0")).join(" · ");

/** Partners have one total between them, and it stands with one's own name. */
const isPartner = ({ view, seat, seated }, one) => seated && one.seat !== seat && sideOf(view, seat).includes(one.seat);

function state({ ui }, one) {
  if (one.resigned) return el("span", { class: "tag warn" }, _("resigned"));
  if (one.out) return el("span", { class: "tag warn" }, _("eliminated"));
  if (one.automatic || one.sitting_out) return el("span", { class: "tag warn" }, _("away, plays automatically"));
  if (one.away_until && one.away_until > Date.now()) return el("span", { class: "tag" }, _("on vacation"));
  return lineState(ui.away, one);
}

/** What house rules show of a seat. */
function specials(model, one) {
  const tags = model.playing ? houseTags(model, one.seat) : [];
  return tags.length > 0 && el("span", { class: "specials" }, ...tags);
}

function totalWords({ view }, one) {
  const { format, point_limit: limit } = view.terms;
  if (view.phase === "seating") return "";
  const needed = view.terms.rules.min_rounds_won;
  if (format === "match" && needed > 0) return fill(_("%(total)s of %(limit)s · rounds won: %(won)s of %(needed)s"), { total: number(one.total), limit: number(limit), won: one.rounds_won, needed });
  return format === "match" && limit
    ? fill(_("%(total)s of %(limit)s"), { total: number(one.total), limit: number(limit) })
    : fill(ngettext("%(total)s point", "%(total)s points", one.total), { total: number(one.total) });
}

/** Deadwood as it stands, against the limit: green once a knock is possible. */
function counter(model) {
  const { round, best, ui } = model;
  const shown = ui.selected && ui.preview ? ui.preview.points : best.points;
  const reached = model.phase !== "answer" && shown <= round.knock_limit;
  const deadwood = (points) => fill(_("Deadwood: %(points)s"), { points });
  const label = ui.selected && ui.preview ? fill(_("Deadwood after this discard: %(points)s"), { points: shown }) : deadwood(shown);
  const limit = model.phase === "answer" ? (ui.layoffs.length ? _("after laying off") : _("before laying off")) : round.knock_limit === 0 ? _("gin only") : fill(_("knock at %(limit)s or less"), { limit: round.knock_limit });
  return el("span", { class: `counter${reached ? " reached" : ""}`, id: "deadwood", "data-points": shown, role: "group", "aria-label": `${label}, ${limit}` },
    el("b", { "aria-hidden": "true" }, deadwood(ui.selected && ui.preview && shown !== best.points ? `${best.points} → ${shown}` : shown)),
    el("span", { class: "counter-limit", "aria-hidden": "true" }, limit));
}

export const GIN_SEATS = {
  counter,
  total: totalWords,
  tags: specials,
  beside: (model, one) => (model.playing && model.partner?.seat === one.seat && !liesOpen(model, one.seat) ? openHand(model) : backs(model, one)),
};
