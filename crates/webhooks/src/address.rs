//! Addresses: which are public, and which are in private or special networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use AddressReach::{Never, Private};

/// The kind of network an address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressReach {
    /// The public internet.
    Public,
    /// A private network or loopback, usable for development.
    Private,
    /// Never a valid receiver: metadata services, multicast, reserved blocks.
    Never,
}

/// IPv4 blocks that are not public (IANA special-purpose registry); the first match decides.
#[rustfmt::skip]
const IPV4: [(Ipv4Addr, u32, AddressReach); 19] = [
    (Ipv4Addr::new(100, 100, 100, 200), 32, Never), // metadata service inside shared address space
    (Ipv4Addr::new(168, 63, 129, 16),   32, Never), // a cloud's host services under a public address
    (Ipv4Addr::new(0, 0, 0, 0),          8, Never), // this network; connects to the machine itself
    (Ipv4Addr::new(10, 0, 0, 0),         8, Private),
    (Ipv4Addr::new(100, 64, 0, 0),      10, Private), // carrier-grade NAT
    (Ipv4Addr::new(127, 0, 0, 0),        8, Private), // loopback
    (Ipv4Addr::new(169, 254, 0, 0),     16, Never), // link-local, metadata services
    (Ipv4Addr::new(172, 16, 0, 0),      12, Private),
    (Ipv4Addr::new(192, 0, 0, 0),       24, Never), // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0),       24, Never), // documentation
    (Ipv4Addr::new(192, 31, 196, 0),    24, Never), // AS112
    (Ipv4Addr::new(192, 52, 193, 0),    24, Never), // automatic multicast tunnelling
    (Ipv4Addr::new(192, 88, 99, 0),     24, Never), // 6to4 relays
    (Ipv4Addr::new(192, 168, 0, 0),     16, Private),
    (Ipv4Addr::new(192, 175, 48, 0),    24, Never), // AS112
    (Ipv4Addr::new(198, 18, 0, 0),      15, Never), // benchmarking
    (Ipv4Addr::new(198, 51, 100, 0),    24, Never), // documentation
    (Ipv4Addr::new(203, 0, 113, 0),     24, Never), // documentation
    (Ipv4Addr::new(224, 0, 0, 0),        3, Never), // multicast, reserved, broadcast
];

/// IPv6 blocks; an address in none of them is not public, because only 2000::/3 is allocated.
#[rustfmt::skip]
const IPV6: [(Ipv6Addr, u32, AddressReach); 9] = [
    (Ipv6Addr::LOCALHOST,                               128, Private),
    (Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), 128, Never), // metadata service
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0),          7, Private), // unique local
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0),         23, Never), // protocol assignments, Teredo
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0),     32, Never), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0),         16, Never), // 6to4
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48, Never), // AS112
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0),         20, Never), // documentation
    (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0),          3, AddressReach::Public),
];

/// NAT64: the last 32 bits are the IPv4 address that is reached.
const NAT64: (Ipv6Addr, u32) = (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// The kind of network of an address, also if it embeds an IPv4 address.
pub(crate) fn reach(address: IpAddr) -> AddressReach {
    match address {
        IpAddr::V4(address) => reach_v4(address),
        IpAddr::V6(address) => match carried(address) {
            Some(inner) => reach_v4(inner),
            None => reach_v6(address),
        },
    }
}

fn reach_v4(address: Ipv4Addr) -> AddressReach {
    let within = |(block, length, _): &&(Ipv4Addr, u32, AddressReach)| {
        (address.to_bits() ^ block.to_bits()).leading_zeros() >= *length
    };
    IPV4.iter().find(within).map_or(AddressReach::Public, |(_, _, reach)| *reach)
}

fn reach_v6(address: Ipv6Addr) -> AddressReach {
    let found = IPV6.iter().find(|(block, length, _)| is_within(address, *block, *length));
    found.map_or(Never, |(_, _, reach)| *reach)
}

/// The IPv4 address inside an IPv4-mapped or NAT64 one.
fn carried(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let nat64 = is_within(address, NAT64.0, NAT64.1);
    let last = Ipv4Addr::from_bits(address.to_bits() as u32);
    address.to_ipv4_mapped().or_else(|| nat64.then_some(last))
}

fn is_within(address: Ipv6Addr, block: Ipv6Addr, length: u32) -> bool {
    (address.to_bits() ^ block.to_bits()).leading_zeros() >= length
}
