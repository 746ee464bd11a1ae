"""The browser: an installed Chromium, Chrome or Edge, driven by Playwright.

Playwright is an optional extra: import these modules only where a browser run is asked for."""
