"""The windows that pages are looked at in, and how Chromium is started."""

from playwright.sync_api import ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
