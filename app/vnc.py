"""A VNC desktop: where its password is kept, and the surface that it becomes.

One password for each host and port, under a service of its own in the keyring: no step can name one
as a secret, and no argument and no variable of the environment holds one.
"""

import keyring
import keyring.errors

from app.choices import VNC, vnc_address
from app.secrets import Secrets
from engine.surfaces.desktop.vnc.surface import VncServer, VncSurface

PASSWORDS_SERVICE = "pilothouse vnc"


def build_vnc(name: str, secrets: Secrets) -> VncSurface:
    """``vnc:HOST:PORT``. Raises ``AddressUnusable``."""
    host, port = vnc_address(name)
    where = name.removeprefix(f"{VNC}:")
    remedy = f'Put it into the keyring: keyring set "{PASSWORDS_SERVICE}" {where}'
    server = VncServer(host, port, where, lambda: _password(where), remedy)
    return VncSurface(name, server, secrets=secrets)


def _password(where: str) -> str:
    try:
        return keyring.get_password(PASSWORDS_SERVICE, where) or ""
    except keyring.errors.KeyringError:
        return ""  # no keyring on this machine, and perhaps no password on that one
