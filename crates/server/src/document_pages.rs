//! The documents at `/docs`: pages built from Markdown, embedded and already compressed, and one line if they were not built.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rust_embed::RustEmbed;

use crate::embedded_files::{Caching, file, insert};

/// The first page.
const INDEX: &str = "index.html";

/// Scripts and styles are files of our own; nothing is inline, and no other site is asked for anything.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(RustEmbed)]
#[folder = "../../web/docs/dist"]
struct EmbeddedDocuments;

/// Whether the documents were built into this server.
pub fn has_documents() -> bool {
    EmbeddedDocuments::get(INDEX).is_some()
}

/// The page or file at this path; `None` if the path does not belong to the documents. `base` is the public path of the server, with
/// a slash at both ends.
pub(crate) fn document(path: &str, headers: &HeaderMap, base: &str) -> Option<Response> {
    let name = path.strip_prefix("/docs")?;
    if name.is_empty() {
        // Links between the pages are relative, so the first one needs its slash.
        return Some(Redirect::permanent(&format!("{base}docs/")).into_response());
    }
    let name = name.strip_prefix('/')?;
    if !has_documents() {
        return Some(with_policy((StatusCode::NOT_FOUND, Html(NOT_BUILT)).into_response()));
    }
    let found = if name.is_empty() {
        file::<EmbeddedDocuments>(INDEX, headers, Caching::Checked)
    } else {
        file::<EmbeddedDocuments>(&format!("{name}.html"), headers, Caching::Checked)
            .or_else(|| file::<EmbeddedDocuments>(name, headers, Caching::Checked))
    };
    Some(with_policy(found.unwrap_or_else(|| (StatusCode::NOT_FOUND, Html(missing(base))).into_response())))
}

/// The answer if the server was built without the documents.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Parlour</title>\
    <p>The documents were not built into this server: run <code>npm install &amp;&amp; npm run build</code> in the folder \
    <code>web</code>, and build the server again.</p></html>\n";

fn missing(base: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Parlour</title>\
         <p>There is no such page. <a href=\"{base}docs/\">All documents</a></p></html>\n"
    )
}

fn with_policy(mut response: Response) -> Response {
    insert(response.headers_mut(), header::CONTENT_SECURITY_POLICY, POLICY);
    response
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, StatusCode, header};

    use super::document;

    #[test]
    fn the_address_without_a_slash_leads_to_the_first_page_below_the_public_path() {
        let response = document("/docs", &HeaderMap::new(), "/games/").expect("it belongs to the documents");
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(response.headers()[header::LOCATION], "/games/docs/");
    }

    #[test]
    fn an_unknown_page_is_not_found_and_runs_nothing() {
        let response =
            document("/docs/nonsense", &HeaderMap::new(), "/").expect("it belongs to the documents");
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("plain text");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
    }

    #[test]
    fn other_paths_do_not_belong_to_the_documents() {
        for path in ["/", "/play", "/docsy", "/v1/docs"] {
            assert!(document(path, &HeaderMap::new(), "/").is_none(), "{path}");
        }
    }
}
