"""The links of the chain over transfers, staff acts and finished rounds."""

from django.db import models


class ChainLink(models.Model):
    """What had been written by then, as one hash that holds the one before.

    `content` has a line for each book with new rows: its name, first and last row, how many, and
    their digest. Only the function `chain_seal` writes links.
    """

    number = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()
    content = models.TextField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "chain_link"
        ordering = ("-number",)
        default_permissions = ()


class ChainRound(models.Model):
    """Finished rounds in the order in which they ended; a trigger writes it."""

    round_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "chain_round"
        default_permissions = ()
