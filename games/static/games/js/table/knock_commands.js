/* What may be pressed at a gin table: draw, discard, knock, answer, and what special rules add. */
import { byId } from "../dom.js";
import { fits } from "../melds.js";
import { _ } from "../words.js";
import { Commands } from "./commands.js";
import { chooseOwn } from "./house_rules.js";
import { openKnock } from "./knock.js";
import { openMelds } from "./model.js";

export class KnockCommands extends Commands {
  chosen() { return this.ui.selected; }

  deselect(sent) {
    if (this.ui.selected === sent) this.ui.selected = null;
    this.ui.preview = null;
  }

  handlers() {
    return {
      ...super.handlers(),
      takeUpcard: this.when("take_upcard", { type: "take_upcard" }),
      onUpcard: () => (this.current().can("take_upcard") ? this.act({ type: "take_upcard" }) : this.discard()),
      pass: this.when("pass_upcard", { type: "pass_upcard" }),
      discard: () => this.discard(),
      knock: () => this.knock(),
      own: (offer) => chooseOwn(offer, this.current(), (action) => this.act(action)),
      answerBest: this.when("answer", { type: "answer" }),
      answerOwn: () => this.answerOwn(),
      layOff: (meld) => this.layOff(meld),
      undoLayoff: () => { this.ui.layoffs = this.ui.layoffs.slice(0, -1); this.redraw(); },
    };
  }

  discard() {
    const { isMyTurn, phase, discards } = this.current();
    const card = this.ui.selected;
    if (!isMyTurn || phase !== "discard") this.notNow();
    else if (card && discards.has(card)) this.act({ type: "discard", card });
    else this.hint(card ? _("You took this card from the discard pile in this turn; it has to stay.") : _("Choose a card first."));
  }

  knock() {
    const model = this.current();
    if (!model.isMyTurn || model.phase !== "discard") return this.notNow();
    if (model.knocks.size === 0) return this.hint(byId("deadwood").getAttribute("aria-label"));
    const least = [...model.knocks].sort((a, b) => a[1] - b[1])[0][0];
    const card = model.knocks.has(this.ui.selected) ? this.ui.selected : least;
    return openKnock(model, card, (action) => this.act(action));
  }

  layOff(meld) {
    const model = this.current();
    const { isMyTurn, phase, laws } = model;
    const card = this.ui.selected;
    if (!isMyTurn || phase !== "answer") return;
    if (!card) { this.hint(_("Choose a card first.")); return; }
    if (!fits(card, openMelds(model)[meld].cards, laws)) { this.hint(_("This card does not fit that meld.")); return; }
    this.unsay();
    this.ui.layoffs = [...this.ui.layoffs, { card, meld }];
    this.ui.selected = null;
    this.redraw();
  }

  /** One's own lay-offs; the server lays the best melds beside them. */
  answerOwn() {
    if (this.current().can("answer")) this.act({ type: "answer", layoffs: this.ui.layoffs });
  }
}
