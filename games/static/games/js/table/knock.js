/* Before a knock: how the hand will lie on the table, with a choice where there is one. */
import { isJoker, openCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { bestArrangements } from "../melds.js";
import { _, cardName, fill, list } from "../words.js";
import { doublingWords, knockWords } from "./actions.js";
import { button } from "./buttons.js";

const CHOICES = 6;

export function openKnock(model, card, onKnock) {
  const rest = model.hand.filter((one) => one !== card);
  const known = model.knocks.get(card);
  const ways = bestArrangements(rest, model.laws, model.round.must_meld).filter((way) => way.points === known).slice(0, CHOICES);
  const chosen = { melds: null };
  const body = byId("knock-body");
  refill(body,
    el("p", {}, fill(_("You discard the %(card)s and lay down:"), { card: cardName(card) })),
    isJoker(card) && el("p", { class: "note" }, _("A joker discarded with the knock doubles your opponent's deadwood.")),
    ways.length > 1 ? choices(ways, chosen) : el("div", { class: "way" }, ...wayCards(ways[0])),
    el("div", { class: "row" }, button("confirm-knock", isJoker(card) ? doublingWords(known) : knockWords(known), () => {
      byId("knock-dialog").close();
      onKnock(chosen.melds ? { type: "knock", card, melds: chosen.melds } : { type: "knock", card });
    }, "main"), button("cancel-knock", _("Not yet"), () => byId("knock-dialog").close(), "quiet")),
  );
  byId("knock-dialog").showModal();
  body.querySelector('[data-action="confirm-knock"]').focus();
}

function choices(ways, chosen) {
  const options = ways.map((way, at) => option(way, () => { chosen.melds = way.melds; }, at + 1));
  const automatic = el("label", { class: "choice" }, el("input", { type: "radio", name: "way", checked: true, onchange: () => { chosen.melds = null; } }),
    el("span", {}, _("Automatic"), el("small", {}, _("the way that leaves least to lay off"))));
  return el("fieldset", { class: "ways" }, el("legend", {}, _("Arrangement")), automatic, ...options);
}

function option(way, onchange, number) {
  return el("label", { class: "choice", "aria-label": list(way.melds.map((meld) => meld.map(cardName).join(" "))) },
    el("input", { type: "radio", name: "way", value: number, onchange }), el("span", { class: "way" }, ...wayCards(way)));
}

function wayCards(way) {
  const parts = way.melds.map((meld) => el("span", { class: "meld" }, ...meld.map((card) => openCard(card))));
  if (way.deadwood.length) parts.push(el("span", { class: "meld loose" }, ...way.deadwood.map((card) => openCard(card))));
  return parts;
}
