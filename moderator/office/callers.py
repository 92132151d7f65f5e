"""Who calls, for limits: what one customer of a provider has counts as one caller, and a proxy of ours as nobody."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# So many lines to the pages are kept open for one caller; a browser has six.
MOST_LINES = 40
HERE = (IPv4Address("127.0.0.1"), IPv6Address("::1"))


def caller_at(host: str) -> str:
    """The address a call comes from; of IPv6 the network that one customer gets. What is no address counts as it is."""
    known = _address(host)
    if known is None:
        return host[:64]
    return str(IPv6Address(int(known) >> 64 << 64)) if isinstance(known, IPv6Address) else str(known)


def is_proxy(host: str, proxies: Collection[IPv4Network | IPv6Network]) -> bool:
    """Whether a call from there is one of a proxy of ours: on this machine, or one that was named."""
    known = _address(host)
    return known is not None and (known in HERE or any(known in one for one in proxies))


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    # A door that is open for both kinds tells the older one like this.
    return known.ipv4_mapped or known if isinstance(known, IPv6Address) else known
