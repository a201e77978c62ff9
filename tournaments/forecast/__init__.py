"""How a tournament will go, before anybody enters: rounds, hours, tables. Pure.

`sample_rounds` plays rounds of a rule-set with bots; `forecast` plays whole tournaments with such
rounds through the director and says how long they take. A schedule that does not end is refused.
"""

from tournaments.forecast.forecast import Forecast, LevelForecast, Span, forecast, require_end
from tournaments.forecast.sampling import Sample, SampledCards, sample_rounds, sampler_of
