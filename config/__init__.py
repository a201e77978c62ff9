"""How the platform is put together: settings, its processes, its database, its queue."""

import gc

# Loading makes some hundred thousand objects that stay: after every 700 of them, as Python would
# have it, the collector finds nothing and takes a quarter of a start. Before a look at the
# youngest; looks before one at the older ones, and at the oldest. Once all is loaded, a process
# that serves has it look oftener (`config.serving.collector`).
gc.set_threshold(100_000, 50, 100)
