"""Who calls, for limits: what one customer of a provider has counts as one caller."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def caller_at(host: str) -> str:
    """The address a call comes from; of IPv6 the network that one customer gets. What is no address counts as it is."""
    try:
        known = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))
    return str(known)
