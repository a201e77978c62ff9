"""The players' pages. They parse, ask and show; no rule lives here."""
