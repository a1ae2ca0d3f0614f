"""The installed Chromium, and the phone that it emulates."""

import shutil
from typing import Any

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # In processes of their own they cost a tenth of what a test does.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "service_workers": "block",  # allowed only in tests of the offline cache
}
MISSING = "Chromium is not installed (apt-get install chromium), so no page was tried in a browser."


def launch_options() -> dict[str, Any] | None:
    """How to start Chromium; None if it is not installed.

    The headless shell, which needs half the CPU time of the full browser.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {"executable_path": found, "args": ARGS} if found else None
