"""What may be chosen about a browser surface."""

from pathlib import Path

from engine.domain.facts import Frozen


class BrowserSettings(Frozen):
    """``executable`` is a path or a name on PATH; empty: an installed one is found.

    ``width`` and ``height`` are the page's, in pixels, and the frame's. An empty
    ``allowed_domains`` allows all; both lists mean their subdomains too. Without a
    ``downloads_folder`` nothing is saved. ``profile_folder`` is a browser profile that is kept;
    None: a fresh one for each start. ``search_address`` has ``{words}`` where what is sought
    goes."""

    executable: str = ""
    is_headless: bool = False
    width: int = 1280
    height: int = 800
    start_url: str = ""
    search_address: str = ""
    allow_uploads: bool = False
    allow_downloads: bool = True
    downloads_folder: Path | None = None
    allowed_domains: tuple[str, ...] = ()
    blocked_domains: tuple[str, ...] = ()
    profile_folder: Path | None = None
    ignore_certificate_errors: bool = False
    overlay_badges: bool = False
    max_tabs: int = 12
    max_download_bytes: int = 500_000_000
