"""Measurements, each against a reference on the same machine in the same run.

`make bench` prints a table and writes `benchmarks/out/latest.json`; nothing here is asserted,
because a busy machine is no bug. Ratios are medians of interleaved rounds.
"""
