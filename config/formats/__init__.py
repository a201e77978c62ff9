"""How dates are written where Django's own way is not a language's custom here."""
