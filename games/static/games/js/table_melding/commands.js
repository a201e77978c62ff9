/* What may be pressed at a table-melding table: draw, meld, lay off, exchange, rearrange, take back, discard. */
import { byId } from "../dom.js";
import { Commands } from "../table/commands.js";
import { msUntil } from "../table/prompt.js";
import { _, cardName, fill, ngettext } from "../words.js";
import { backToHand, benchNews, benchState, moveChosen, takenUp } from "./bench.js";
import { benchWords } from "./bench_words.js";
import { layOffOrder, waysOn } from "./board.js";
import { chooseOne } from "./choosing.js";

export class TableMeldingCommands extends Commands {
  chosen() { return { chosen: this.ui.chosen, pileCard: this.ui.pileCard }; }

  deselect({ chosen, pileCard }) {
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
      drawStock: () => this.drawStock(),
      onStock: () => this.drawStock(),
      claim: this.when("claim_discard", { type: "claim_discard" }),
      layMeld: () => this.layMeld(),
      toMeld: (number) => this.toMeld(number),
      layOffAnywhere: () => this.layOffAnywhere(),
      discard: () => this.discard(),
      endTurn: () => (this.ui.bench ? this.benchFinish() : this.when("end_turn", { type: "end_turn" })()),
      undo: () => (this.ui.bench ? this.benchReset() : this.when("undo", { type: "undo" })()),
      resetTurn: () => this.act({ type: this.current().can("reset_turn") ? "reset_turn" : "undo" }),
      ...this.benchHandlers(),
    };
  }

  /** While others have time to knock for the discard (GER-V4) the draw waits for them, unless it is taken after all. */
  async drawStock() {
    if (this.drawing) return;
    const wait = msUntil(this.current().view.knock_until ?? 0);
    if (wait > 0 && this.current().can("draw_stock")) {
      this.drawing = true;
      const words = _("The others may knock for the discard a moment longer; then you draw.");
      this.tell(words, "warn");
      await new Promise((go) => setTimeout(go, wait));
      this.drawing = false;
      if (!this.ui.stale) this.tell("");
    }
    this.when("draw_stock", { type: "draw_stock" })();
  }

  benchHandlers() {
    return {
      benchOpen: () => this.benchReset(),
      benchReset: () => this.benchReset(),
      benchClose: () => this.benchClose(_("The table lies as it was")),
      benchTap: (card) => this.benchTap(card),
      benchPut: (to) => this.benchPut(to),
      benchBack: () => this.benchBack(),
      benchTurn: (at) => this.benchTurn(at),
      benchFinish: () => this.benchFinish(),
    };
  }

  /** Change the workbench and say what it is now; where the keyboard's place has gone, `focus` takes it. */
  benchChange(bench, { said = null, card = null, focus = ".bench-card" } = {}) {
    this.unsay();
    this.ui.bench = bench;
    this.redraw(focus);
    byId("say").textContent = said ?? benchNews(this.current(), card);
    if (!document.activeElement || document.activeElement === document.body) document.querySelector(focus)?.focus({ preventScroll: true });
  }

  benchReset() {
    this.ui.chosen = [];
    this.benchChange(takenUp(this.current()));
  }

  benchClose(said) {
    this.ui.chosen = [];
    this.benchChange(null, { said, focus: '[data-action="bench"], #hand [tabindex="0"]' });
  }

  benchTap(card) {
    const { groups, chosen } = this.ui.bench;
    this.ui.bench = { groups, chosen: chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card] };
    this.redraw();
    byId("say").textContent = chosenWords(this.current());
  }

  benchPut(to) {
    const fromHand = this.current().chosen;
    const [card = fromHand[0]] = this.ui.bench.chosen;
    if (!card) { this.hint(_("Choose a card first.")); return; }
    this.ui.chosen = [];
    this.benchChange(moveChosen(this.ui.bench, fromHand, to), { card, focus: `#bench-${card}` });
  }

  benchBack() {
    const [card] = this.ui.bench.chosen;
    this.benchChange(backToHand(this.ui.bench, this.current().round.hand), { focus: `#hand-${card}` });
  }

  benchTurn(at) {
    const { groups, chosen } = this.ui.bench;
    this.benchChange({ chosen, groups: groups.map((group, number) => (number === at ? { ...group, reading: group.reading + 1 } : group)) }, { card: groups[at].cards[0] });
  }

  /** Without a pointer: the groups of the workbench by their cards, and a new one. */
  benchPutAnywhere() {
    const { ui: { bench }, chosen } = this.current();
    if (bench.chosen.length + chosen.length === 0) { this.hint(_("Choose a card first.")); return; }
    chooseOne(_("On which meld?"), bench.groups.map((group, at) => ({ words: "", cards: group.cards, run: () => this.benchPut(at) })));
  }

  takeFrom(card) {
    const { takes, round } = this.current();
    if (!takes.has(card)) return;
    this.act(card === round.upcard ? { type: "take_discard" } : { type: "take_discard", card });
  }

  layMeld() {
    const { figures, chosen, isMyTurn, phase } = this.current();
    if (!isMyTurn || phase !== "play") { this.notNow(); return; }
    if (this.ui.bench) { this.benchPut(null); return; }
    if (!figures.length) { this.hint(chosen.length ? _("These cards are not a meld.") : _("Choose the cards of a meld first.")); return; }
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
      if (!(await this.act({ type: "lay_off", card, meld: meld.number }))) return;
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
    if (!model.isMyTurn || model.phase !== "play") { this.notNow(); return; }
    if (this.ui.bench) { this.benchPutAnywhere(); return; }
    if (!model.chosen.length) { this.hint(_("Choose a card first.")); return; }
    const fitting = model.round.melds.map((meld, number) => ({ ...meld, number })).filter((meld) => waysOn(model, meld).length);
    if (!fitting.length) this.hint(_("This card does not fit any meld."));
    else if (fitting.length === 1) this.toMeld(fitting[0].number);
    else chooseOne(_("On which meld?"), fitting.map((meld) => ({ words: "", cards: meld.cards, run: () => this.toMeld(meld.number) })));
  }

  discard() {
    const { isMyTurn, phase, chosen } = this.current();
    if (!isMyTurn || phase !== "play") this.notNow();
    else if (this.ui.bench) this.benchBack();
    else if (chosen.length !== 1) this.hint(_("Choose one card to discard."));
    else this.act({ type: "discard", card: chosen[0] }); // a refusal says which rule, with its numbers
  }

  async benchFinish() {
    const state = benchState(this.current());
    if (!state.done) { this.hint(benchWords(state)); return; }
    const melds = state.figures.map((figure) => figure.cards);
    if (await this.act({ type: "rearrange", melds })) this.benchClose(_("The table lies anew"));
  }
}

export const chosenWords = ({ chosen, figures, ui }) => {
  const cards = [...ui.bench?.chosen ?? [], ...chosen];
  if (!cards.length) return _("Nothing chosen");
  if (figures.length) return fill(ngettext("A meld of %(points)s point is chosen", "A meld of %(points)s points is chosen", figures[0].points), { points: figures[0].points });
  return fill(_("Chosen: %(cards)s"), { cards: cards.map(cardName).join(", ") });
};
