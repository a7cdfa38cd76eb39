"""Who may connect: only pages of this very server, whatever a foreign page or a foreign name for this address tries."""

import ipaddress
import socket
from collections.abc import Mapping


class Guard:
    """Checks the `Host` and `Origin` headers.

    A foreign web page can make its reader's browser connect here (cross-site websockets), or have its own name point
    to this address (DNS rebinding). The browser then tells its page's name in these headers, and is refused.

    Args:
        host: the address that is listened on.
    """

    def __init__(self, host: str) -> None:
        self.local = is_loopback(host)
        self._names = {"localhost", host.lower()}
        if not self.local:
            self._names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}

    def refusal(self, headers: Mapping[str, str]) -> str | None:
        """Say why a request is refused; None if it may pass."""
        host = headers.get("host", "")
        if not self._is_own(host):
            return "This table does not answer to that name; use the link that was printed."
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return "Only a page of this table may connect."
        return None

    def _is_own(self, host: str) -> bool:
        """Tell whether a `Host` header names this server: an address, or one of its own names."""
        name = host.lower()
        if name.startswith("["):
            name = name[1:].partition("]")[0]
        elif ":" in name:
            name = name.rpartition(":")[0]
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return not self.local or address.is_loopback  # no name points anywhere by an address


def is_loopback(host: str) -> bool:
    """Tell whether an address is reached from this computer alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
