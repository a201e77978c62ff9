"""The director's desk: its pages, forms and words."""
