"""No test opens a true window."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
