//! Packets: the body of a polling request, with Socket.IO packets inside Engine.IO packets.

use crate::message::{ClientPacket, EngineMessage, read_payload};
use crate::packet::{Packet, PacketBody};

/// A body is parsed or rejected as a whole; what was parsed is within its bounds.
pub fn check(bytes: &[u8]) {
    let Ok(body) = std::str::from_utf8(bytes) else { return };
    let Ok(packets) = read_payload(body).collect::<Result<Vec<_>, _>>() else { return };
    for packet in packets {
        let ClientPacket::Message(EngineMessage::Text(text)) = packet else { continue };
        let Some(Ok(packet)) = text.get(1..).map(Packet::read) else { continue };
        assert!(packet.namespace.starts_with('/') && packet.attachments <= 10, "{packet:?}");
        if let PacketBody::Event(event, _) = packet.body {
            assert!(event.name != "connect" && event.name != "disconnect", "reserved names are not events");
        }
    }
}
