/* What may be pressed at a table-melding table: draw, meld, lay off, exchange, rearrange, take back, discard. */
import { Commands } from "../table/commands.js";
import { _, cardName, fill } from "../words.js";
import { backToHand, benchState, benchWords, moveChosen, takenUp } from "./bench.js";
import { layOffOrder, waysOn } from "./board.js";
import { chooseOne } from "./choosing.js";

export class TablingCommands extends Commands {
  /** The stream may bring the new table before the answer to one's own command: what is chosen in between is kept. */
  post(url, body) {
    if (!this.ui.pending) this.sent = { chosen: this.ui.chosen, pileCard: this.ui.pileCard };
    return super.post(url, body);
  }

  deselect() {
    const { chosen, pileCard } = this.sent;
    this.ui.chosen = this.ui.chosen.filter((card) => !chosen.includes(card));
    if (this.ui.pileCard === pileCard) this.ui.pileCard = null;
  }

  handlers() {
    return {
      ...super.handlers(),
      takeTop: () => this.takeFrom(this.ui.pileCard ?? this.current().round?.upcard),
      takeFrom: (card) => this.takeFrom(card),
      choosePile: (card) => { this.ui.pileCard = this.ui.pileCard === card ? null : card; this.redraw(); },
      onPile: () => (this.current().takes.size ? this.takeFrom(this.current().round.upcard) : this.discard()),
      claim: this.when("claim_discard", { type: "claim_discard" }),
      layMeld: () => this.layMeld(),
      toMeld: (number) => this.toMeld(number),
      layOffAnywhere: () => this.layOffAnywhere(),
      discard: () => this.discard(),
      endTurn: this.when("end_turn", { type: "end_turn" }),
      undo: this.when("undo", { type: "undo" }),
      resetTurn: () => this.act({ type: this.current().can("reset_turn") ? "reset_turn" : "undo" }),
      ...this.benchHandlers(),
    };
  }

  benchHandlers() {
    const change = (make) => { this.ui.bench = make(this.ui.bench); this.redraw(); };
    return {
      benchOpen: () => { this.ui.chosen = []; change(() => takenUp(this.current())); },
      benchReset: () => { this.ui.chosen = []; change(() => takenUp(this.current())); },
      benchClose: () => { this.ui.chosen = []; change(() => null); },
      benchTap: (card) => change(({ groups, chosen }) => ({ groups, chosen: chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card] })),
      benchPut: (to) => { const chosen = this.ui.chosen.filter((card) => this.current().inHand.includes(card)); this.ui.chosen = []; change((bench) => moveChosen(bench, chosen, to)); },
      benchBack: () => change((bench) => backToHand(bench, this.current().round.hand)),
      benchTurn: (at) => change(({ groups, chosen }) => ({ chosen, groups: groups.map((group, number) => (number === at ? { ...group, reading: group.reading + 1 } : group)) })),
      benchFinish: () => this.benchFinish(),
    };
  }

  takeFrom(card) {
    const { takes, round } = this.current();
    if (!takes.has(card)) return;
    this.act(card === round.upcard ? { type: "take_discard" } : { type: "take_discard", card });
  }

  layMeld() {
    const { figures, chosen, isMyTurn, phase } = this.current();
    if (!isMyTurn || phase !== "play") return;
    if (!figures.length) { this.hint(chosen.length ? _("These cards are no meld.") : _("Choose the cards of a meld first.")); return; }
    const lay = ({ cards }) => this.act({ type: "lay_meld", cards });
    if (figures.length === 1) lay(figures[0]);
    else chooseOne(_("Which card does the joker stand for?"), figures.map((figure) => ({ words: "", cards: figure.cards, run: () => lay(figure) })));
  }

  /** The chosen cards onto a meld; the player says which way where there are several. */
  async toMeld(number) {
    const model = this.current();
    if (!model.isMyTurn || model.phase !== "play") return;
    if (!model.chosen.length) { this.hint(_("Choose a card first.")); return; }
    const meld = { ...model.round.melds[number], number };
    const ways = waysOn(model, meld);
    if (!ways.length) this.hint(_("This card does not fit that meld."));
    else if (ways[0].all) await this.layOffAll(meld);
    else if (ways.length === 1) this.act(ways[0].action);
    else this.chooseWay(ways);
  }

  async layOffAll(meld) {
    for (const card of layOffOrder(this.current(), meld) ?? []) {
      if (!(await this.post(this.page.actions_url, { action: { type: "lay_off", card, meld: meld.number }, expected_version: this.current().view.version }))) return;
    }
  }

  chooseWay(ways) {
    chooseOne(_("How shall it lie?"), ways.map(({ action }) => ({
      words: action.type === "exchange_joker" ? _("In the joker's place") : _("Laid off"),
      cards: [action.card],
      run: () => this.act(action),
    })));
  }

  /** Without a pointer: the melds on which the chosen card fits, by name. */
  layOffAnywhere() {
    const model = this.current();
    if (!model.isMyTurn || model.phase !== "play") return;
    if (!model.chosen.length) { this.hint(_("Choose a card first.")); return; }
    const fitting = model.round.melds.map((meld, number) => ({ ...meld, number })).filter((meld) => waysOn(model, meld).length);
    if (!fitting.length) this.hint(_("This card fits on no meld."));
    else if (fitting.length === 1) this.toMeld(fitting[0].number);
    else chooseOne(_("On which meld?"), fitting.map((meld) => ({ words: "", cards: meld.cards, run: () => this.toMeld(meld.number) })));
  }

  discard() {
    const { isMyTurn, phase, discards, chosen } = this.current();
    if (!isMyTurn || phase !== "play") return;
    if (chosen.length !== 1) this.hint(_("Choose one card to discard."));
    else if (discards.has(chosen[0])) this.act({ type: "discard", card: chosen[0] });
    else this.act({ type: "discard", card: chosen[0] }); // the refusal says which rule, with its numbers
  }

  async benchFinish() {
    const state = benchState(this.current());
    if (!state.done) { this.hint(benchWords(state)); return; }
    const melds = state.figures.map((figure) => figure.cards);
    if (await this.post(this.page.actions_url, { action: { type: "rearrange", melds }, expected_version: this.current().view.version })) {
      this.ui.bench = null;
      this.redraw();
    }
  }
}

export const chosenWords = ({ chosen, figures }) => {
  if (!chosen.length) return _("Nothing chosen");
  if (figures.length) return fill(_("A meld of %(points)s points is chosen"), { points: figures[0].points });
  return fill(_("Chosen: %(cards)s"), { cards: chosen.map(cardName).join(", ") });
};
