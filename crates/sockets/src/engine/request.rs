//! The query of an Engine.IO request.

use http::Uri;

use super::refusal::Refused;
use crate::id::SessionId;

/// The query of a valid Engine.IO request.
pub(super) struct Query {
    pub(super) transport: NamedTransport,
    pub(super) session: Option<SessionId>,
}

/// The transport that a request names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedTransport {
    Polling,
    Websocket,
}

impl Query {
    /// Parses the query; of a repeated parameter, the last one counts.
    pub(super) fn read(uri: &Uri) -> Result<Self, Refused> {
        let (mut version, mut transport, mut session, mut callback) = (None, None, None, None);
        for pair in uri.query().unwrap_or_default().split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match name {
                "EIO" => version = Some(value),
                "transport" => transport = Some(value),
                "sid" => session = Some(value),
                "j" => callback = Some(value),
                _ => {}
            }
        }
        let transport = match transport {
            Some("polling") => NamedTransport::Polling,
            Some("websocket") => NamedTransport::Websocket,
            _ => return Err(Refused::TransportUnknown),
        };
        if version != Some("4") {
            return Err(Refused::ProtocolVersion);
        }
        if callback.is_some() {
            return Err(Refused::BadRequest); // JSONP is not supported
        }
        let session = match session {
            Some(id) => Some(SessionId::parse(id).ok_or(Refused::SessionUnknown)?),
            None => None,
        };
        Ok(Self { transport, session })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expected: Result<(NamedTransport, bool), Refused>) {
        let uri = format!("/socket.io/?{query}").parse().unwrap();
        let read = Query::read(&uri).map(|query| (query.transport, query.session.is_some()));
        assert_eq!(read, expected, "{query}");
    }

    #[test]
    fn a_query_names_version_transport_and_session() {
        check("EIO=4&transport=polling", Ok((NamedTransport::Polling, false)));
        check("EIO=4&transport=websocket&t=x&b64=1", Ok((NamedTransport::Websocket, false)));
        check("EIO=4&transport=polling&sid=abcdefghijklmnopqrst", Ok((NamedTransport::Polling, true)));
    }

    #[test]
    fn a_bad_query_is_refused_for_its_first_fault() {
        check("", Err(Refused::TransportUnknown));
        check("EIO=4", Err(Refused::TransportUnknown));
        check("EIO=4&transport=abc", Err(Refused::TransportUnknown));
        check("transport=polling", Err(Refused::ProtocolVersion));
        check("EIO=3&transport=polling", Err(Refused::ProtocolVersion));
        check("EIO=abc&transport=websocket", Err(Refused::ProtocolVersion));
        check("EIO=4&transport=polling&sid=short", Err(Refused::SessionUnknown));
        check("EIO=4&transport=polling&j=0", Err(Refused::BadRequest));
    }
}
