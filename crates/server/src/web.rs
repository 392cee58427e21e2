//! The embedded web app: its built files, already compressed, and a page with instructions if it was not
//! built.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The page of every path of the app.
const INDEX: &str = "index.html";
/// The page that other sites embed in a frame.
const EMBED: &str = "embed.html";
/// The file names in this folder contain a hash of the content.
const HASHED: &str = "assets/";

#[derive(RustEmbed)]
#[folder = "../../web/app/dist"]
struct EmbeddedFiles;

/// Whether the web app was built into this server.
pub fn has_web_app() -> bool {
    EmbeddedFiles::get(INDEX).is_some()
}

/// Whether the web app has the games as a module, so that the page plays against the computer by itself.
pub fn has_page_module() -> bool {
    EmbeddedFiles::iter().any(|name| name.starts_with("assets/parlour-") && name.ends_with(".wasm"))
}

/// Properties of the site that a page depends on.
pub(crate) struct Site<'a> {
    /// The public path of the server, with a slash at both ends.
    pub(crate) base: &'a str,
    /// The sites besides our own that may embed the page in a frame; `*` means all.
    pub(crate) frame_ancestors: &'a [String],
}

/// The file or page at this path; `None` if the path does not belong to the app.
pub(crate) fn page(path: &str, headers: &HeaderMap, site: &Site<'_>) -> Option<Response> {
    if is_embedded_page(path) {
        return Some(html(EMBED, site, &frame_ancestors(site.frame_ancestors)));
    }
    let path = path.trim_start_matches('/');
    if !path.is_empty() && path != INDEX && EmbeddedFiles::get(path).is_some() {
        return file(path, headers);
    }
    let wants_page = header_text(headers, &header::ACCEPT).contains("text/html");
    (path.is_empty() || wants_page).then(|| html(INDEX, site, "'none'"))
}

/// Whether this is the page that other sites embed in a frame.
pub(crate) fn is_embedded_page(path: &str) -> bool {
    matches!(path.trim_start_matches('/'), "embed" | EMBED)
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let accepted = header_text(headers, &header::ACCEPT_ENCODING);
    let compressed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(encoding, ending)| {
        let file = accepted.contains(encoding).then(|| EmbeddedFiles::get(&format!("{path}.{ending}")))??;
        Some((file, Some(encoding)))
    });
    let (content, encoding) = match compressed {
        Some(found) => found,
        None => (EmbeddedFiles::get(path)?, None),
    };
    let kind = EmbeddedFiles::get(path).map_or_else(String::new, |file| file.metadata.mimetype().to_owned());
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
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
    // Pages of other sites load the elements and their styles, also from a sandboxed frame.
    insert(set, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    insert(set, HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    if let Some(encoding) = encoding {
        insert(set, header::CONTENT_ENCODING, encoding);
    }
    Some(response)
}

fn html(name: &str, site: &Site<'_>, frame_ancestors: &str) -> Response {
    let (status, text) = match EmbeddedFiles::get(name) {
        Some(file) => {
            let text = String::from_utf8_lossy(&file.data).into_owned();
            (StatusCode::OK, text.replacen("<base href=\"/\"", &format!("<base href=\"{}\"", site.base), 1))
        }
        None => (StatusCode::OK, not_built()),
    };
    let mut response = (status, text).into_response();
    let set = response.headers_mut();
    insert(set, header::CONTENT_TYPE, "text/html; charset=utf-8");
    insert(set, header::CACHE_CONTROL, "no-cache");
    let policy = format!(
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; object-src 'none'; \
         base-uri 'self'; form-action 'self'; frame-ancestors {frame_ancestors}"
    );
    insert(set, header::CONTENT_SECURITY_POLICY, &policy);
    response
}

/// The page at `/` if the server was built without the web app.
fn not_built() -> String {
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Parlour</title>\
     <h1>Parlour is running</h1>\
     <p>The web app was not built into this server. With Node 20 or newer, run \
     <code>npm install &amp;&amp; npm run build</code> in the folder <code>web</code> and build the server again, \
     or start it with <code>cargo xtask run</code>, which does both.</p>\
     <p>The interface is here: <a href=\"openapi.json\">openapi.json</a>, \
     <a href=\"asyncapi.json\">asyncapi.json</a>, <a href=\"v1/variants\">v1/variants</a>.</p></html>"
        .to_owned()
}

/// The sources of a frame-ancestors directive; entries that could break out of it are skipped.
fn frame_ancestors(sites: &[String]) -> String {
    let sound = |site: &&String| !site.contains([';', ',', ' ', '\r', '\n', '\'', '"']);
    if sites.iter().any(|site| site == "*") {
        return "*".to_owned();
    }
    let sites = sites.iter().filter(sound).map(String::as_str);
    std::iter::once("'self'").chain(sites).collect::<Vec<_>>().join(" ")
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

fn header_text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header};

    use super::{Site, frame_ancestors, page};

    #[test]
    fn the_root_is_always_a_page_that_no_other_site_may_frame() {
        let site = Site { base: "/", frame_ancestors: &[] };
        let response = page("/", &HeaderMap::new(), &site).expect("there is always a page");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("plain text");
        assert!(policy.contains("frame-ancestors 'none'") && policy.starts_with("default-src 'self'"));
    }

    #[test]
    fn a_program_that_asks_for_nothing_we_have_gets_no_page() {
        let site = Site { base: "/", frame_ancestors: &[] };
        assert!(page("/nonsense.php", &HeaderMap::new(), &site).is_none());
    }

    #[test]
    fn the_embedded_page_may_be_framed_by_the_listed_sites_only() {
        assert_eq!(frame_ancestors(&[]), "'self'");
        let sites = ["https://app.example".to_owned(), "https://x; script-src *".to_owned()];
        assert_eq!(frame_ancestors(&sites), "'self' https://app.example");
        assert_eq!(frame_ancestors(&["https://app.example".to_owned(), "*".to_owned()]), "*");
    }
}
