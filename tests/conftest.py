"""How much randomness a run gets: `make quick` takes a glance, `make test` the usual profile, `make long` the long one.

Wherever a test moves its home to, machine code is compiled once for all of them.
"""

import os

from hypothesis import HealthCheck, settings

from knobel.home import cache_folder

os.environ.setdefault("KNOBEL_CACHE", str(cache_folder()))

_calm = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("glance", deadline=None, max_examples=2, suppress_health_check=_calm, derandomize=True)
settings.register_profile("usual", deadline=None, max_examples=10, suppress_health_check=_calm, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=_calm)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))
