"""The windows that pages are looked at in, and how Chromium is started."""

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
