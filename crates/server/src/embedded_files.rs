//! Files that are embedded in the binary, already compressed: how they are served.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// How long a client may keep a file.
#[derive(Clone, Copy)]
pub(crate) enum Caching {
    /// The name contains a hash of the content.
    Forever,
    /// The client asks each time whether the file has changed.
    Checked,
}

/// The file at this path, in the smallest form that the client accepts; `None` if there is none.
pub(crate) fn file<F: RustEmbed>(path: &str, headers: &HeaderMap, caching: Caching) -> Option<Response> {
    let accepted = header_text(headers, &header::ACCEPT_ENCODING);
    let compressed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, ending)| {
        let file = accepted.contains(encoding).then(|| F::get(&format!("{path}.{ending}")))??;
        Some((file, Some(encoding)))
    });
    let (content, encoding) = match compressed {
        Some(found) => found,
        None => (F::get(path)?, None),
    };
    let kind = F::get(path).map_or_else(String::new, |file| file.metadata.mimetype().to_owned());
    let cache = match caching {
        Caching::Forever => "public, max-age=31536000, immutable",
        Caching::Checked => "no-cache",
    };
    let tag = tag(&content);
    if header_text(headers, &header::IF_NONE_MATCH) == tag {
        return Some(StatusCode::NOT_MODIFIED.into_response());
    }
    // A file in the binary is not copied for every slow client.
    let mut response = Response::new(match content.data {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    });
    let set = response.headers_mut();
    insert(set, header::CONTENT_TYPE, &kind);
    insert(set, header::CACHE_CONTROL, cache);
    insert(set, header::ETAG, &tag);
    insert(set, header::VARY, "Accept-Encoding");
    if let Some(encoding) = encoding {
        insert(set, header::CONTENT_ENCODING, encoding);
    }
    Some(response)
}

/// The text of a header, or nothing.
pub(crate) fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Sets a header, unless the value cannot be one.
pub(crate) fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}
