//! The embedded web app: its built files, already compressed, and a page with instructions if it was not
//! built.

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Catalogue;
use rust_embed::RustEmbed;

use crate::embedded_files::{self, Caching, header_text, insert};

/// The page of every path of the app.
const INDEX: &str = "index.html";
/// The page that other sites embed in a frame.
const EMBED: &str = "embed.html";
/// The page of the dashboard.
const DASHBOARD: &str = "dashboard.html";
/// Scripts and styles of the dashboard are files of our own; it talks to this server only, and nothing may frame it.
const DASHBOARD_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                                base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
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
    /// The variants whose rules the app shows.
    pub(crate) catalogue: &'a Catalogue,
}

/// What other sites show of a link to a game.
pub(crate) struct LinkPreview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The address of the page.
    pub(crate) url: String,
    pub(crate) image: PreviewImage,
    /// Whether search engines may list the game.
    pub(crate) is_listed: bool,
}

/// The picture of a link, a PNG: most sites show no SVG.
pub(crate) struct PreviewImage {
    /// Its address.
    pub(crate) url: String,
    /// Its width and height.
    pub(crate) size: [u32; 2],
    /// What is read to those who do not see it.
    pub(crate) alternative: String,
}

/// The page of a game; without a preview, the page of a game that does not exist or is not for everyone.
pub(crate) fn game_page(site: &Site<'_>, preview: Option<&LinkPreview>) -> Response {
    match preview {
        Some(_) => html(INDEX, site, "'none'", preview),
        None => missing_page(site),
    }
}

/// The page of the app at a path at which it has nothing to show.
fn missing_page(site: &Site<'_>) -> Response {
    let mut response = html(INDEX, site, "'none'", None);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// The file or page at this path; `None` if the path does not belong to the app.
pub(crate) fn page(path: &str, headers: &HeaderMap, site: &Site<'_>) -> Option<Response> {
    if is_embedded_page(path) {
        return Some(html(EMBED, site, &frame_ancestors(site.frame_ancestors), None));
    }
    if is_dashboard(path) {
        return Some(dashboard(site));
    }
    let path = path.trim_start_matches('/');
    if !path.is_empty() && path != INDEX && EmbeddedFiles::get(path).is_some() {
        return file(path, headers);
    }
    let wants_page = header_text(headers, &header::ACCEPT).contains("text/html");
    match is_screen(path, site.catalogue) {
        true => (path.is_empty() || wants_page).then(|| html(INDEX, site, "'none'", None)),
        false => wants_page.then(|| missing_page(site)),
    }
}

/// Whether the app has a screen at this path. `web/app/src/router.ts` must agree: `web/app/tests/addresses.test.ts` compares both.
fn is_screen(path: &str, catalogue: &Catalogue) -> bool {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    match parts.as_slice() {
        [""] => true,
        ["game" | "games" | "watch" | "replay" | "analysis" | "puzzles" | "settings" | "rules"] => true,
        ["play" | "watch", name] => !name.is_empty(),
        ["rules", variant] => {
            catalogue.games().iter().any(|game| catalogue.find(game, Some(variant)).is_some())
        }
        _ => false,
    }
}

/// Whether this is the page that other sites embed in a frame.
pub(crate) fn is_embedded_page(path: &str) -> bool {
    matches!(path.trim_start_matches('/'), "embed" | EMBED)
}

/// Whether this is a page of the dashboard.
fn is_dashboard(path: &str) -> bool {
    let path = path.trim_start_matches('/');
    path == "dashboard" || path == DASHBOARD || path.starts_with("dashboard/")
}

fn dashboard(site: &Site<'_>) -> Response {
    let mut response = html(DASHBOARD, site, "'none'", None);
    let set = response.headers_mut();
    insert(set, header::CONTENT_SECURITY_POLICY, DASHBOARD_POLICY);
    insert(set, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let caching = if path.starts_with(HASHED) { Caching::Forever } else { Caching::Checked };
    let mut response = embedded_files::file::<EmbeddedFiles>(path, headers, caching)?;
    let set = response.headers_mut();
    // Pages of other sites load the elements and their styles, also from a sandboxed frame.
    insert(set, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    insert(set, HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");
    Some(response)
}

fn html(name: &str, site: &Site<'_>, frame_ancestors: &str, preview: Option<&LinkPreview>) -> Response {
    let text = match EmbeddedFiles::get(name) {
        Some(file) => {
            let text = String::from_utf8_lossy(&file.data).into_owned();
            text.replacen("<base href=\"/\"", &format!("<base href=\"{}\"", site.base), 1)
        }
        None => not_built(),
    };
    let text = match preview {
        Some(preview) => preview.write_into(&text),
        None => text,
    };
    let mut response = text.into_response();
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

impl LinkPreview {
    /// Replaces the title of a page, and adds the tags that other sites read.
    fn write_into(&self, page: &str) -> String {
        let PreviewImage { url: image, size: [width, height], alternative } = &self.image;
        let [title, description, url, image, alternative] =
            [&self.title, &self.description, &self.url, image, alternative].map(|text| escaped(text));
        let robots = if self.is_listed { "" } else { "<meta name=\"robots\" content=\"noindex\">" };
        let tags = [
            ("og:type", "website"),
            ("og:site_name", "Parlour"),
            ("og:title", &title),
            ("og:description", &description),
            ("og:url", &url),
            ("og:image", &image),
            ("og:image:type", "image/png"),
            ("og:image:width", &width.to_string()),
            ("og:image:height", &height.to_string()),
            ("og:image:alt", &alternative),
        ];
        let tags = tags.map(|(name, content)| format!("<meta property=\"{name}\" content=\"{content}\">"));
        // Sites that read this tag show the picture in full width.
        let card = "<meta name=\"twitter:card\" content=\"summary_large_image\">";
        let title = format!("<title>{title} · Parlour</title>{robots}{}{card}", tags.concat());
        page.replacen("<title>Parlour</title>", &title, 1)
    }
}

/// Text for HTML and its attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, StatusCode, header};
    use game::Catalogue;
    use tictactoe::TicTacToe;

    use super::{LinkPreview, PreviewImage, Site, frame_ancestors, game_page, page};

    #[test]
    fn the_root_is_always_a_page_that_no_other_site_may_frame() {
        let catalogue = Catalogue::new(Vec::new());
        let site = Site { base: "/", frame_ancestors: &[], catalogue: &catalogue };
        let response = page("/", &HeaderMap::new(), &site).expect("there is always a page");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("plain text");
        assert!(policy.contains("frame-ancestors 'none'") && policy.starts_with("default-src 'self'"));
    }

    #[test]
    fn the_dashboard_loads_nothing_of_others_and_is_framed_by_nobody() {
        let catalogue = Catalogue::new(Vec::new());
        let site = Site { base: "/", frame_ancestors: &["*".to_owned()], catalogue: &catalogue };
        for path in ["/dashboard", "/dashboard/keys", "/dashboard.html"] {
            let response = page(path, &HeaderMap::new(), &site).expect("there is always a page");
            let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("plain text");
            assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
            assert!(
                policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
                "{path}: {policy}"
            );
        }
        assert!(page("/dashboards", &HeaderMap::new(), &site).is_none());
    }

    #[test]
    fn a_program_that_asks_for_nothing_we_have_gets_no_page() {
        let catalogue = Catalogue::new(Vec::new());
        let site = Site { base: "/", frame_ancestors: &[], catalogue: &catalogue };
        assert!(page("/nonsense.php", &HeaderMap::new(), &site).is_none());
    }

    fn preview(title: &str, is_listed: bool) -> String {
        let preview = LinkPreview {
            title: title.to_owned(),
            description: "12 moves. Ann won.".to_owned(),
            url: "https://games.example/g/room_1".to_owned(),
            image: PreviewImage {
                url: "https://games.example/g/room_1.png".to_owned(),
                size: [1200, 630],
                alternative: "The board of \"Russian\" draughts".to_owned(),
            },
            is_listed,
        };
        preview.write_into("<head><title>Parlour</title></head>")
    }

    #[test]
    fn a_preview_has_the_title_the_picture_and_the_address_of_the_game() {
        let page = preview("Ann – Bo", true);
        assert!(page.contains("<title>Ann – Bo · Parlour</title>"), "{page}");
        for tag in [
            "\"og:title\" content=\"Ann – Bo\"",
            "\"og:description\" content=\"12 moves. Ann won.\"",
            "\"og:image\" content=\"https://games.example/g/room_1.png\"",
            "\"og:image:type\" content=\"image/png\"",
            "\"og:image:width\" content=\"1200\"",
            "\"og:image:height\" content=\"630\"",
            "\"og:image:alt\" content=\"The board of &quot;Russian&quot; draughts\"",
            "\"og:url\" content=\"https://games.example/g/room_1\"",
        ] {
            assert!(page.contains(tag), "{tag} in {page}");
        }
        assert!(!page.contains("noindex"));
    }

    #[test]
    fn search_engines_do_not_list_games_that_only_the_link_opens() {
        assert!(preview("Ann – Bo", false).contains("<meta name=\"robots\" content=\"noindex\">"));
    }

    #[test]
    fn the_name_of_a_player_is_never_markup() {
        let page = preview("\"><script>alert(1)</script>", true);
        assert!(!page.contains("<script>") && page.contains("&quot;&gt;&lt;script&gt;"), "{page}");
    }

    #[test]
    fn a_game_that_does_not_exist_is_a_page_with_status_404() {
        let catalogue = Catalogue::new(Vec::new());
        let site = Site { base: "/", frame_ancestors: &[], catalogue: &catalogue };
        let response = game_page(&site, None);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert!(response.headers()[header::CONTENT_TYPE].to_str().expect("text").starts_with("text/html"));
    }

    #[test]
    fn a_path_without_a_screen_is_a_page_with_status_404() {
        let catalogue = Catalogue::new(vec![&TicTacToe]);
        let site = Site { base: "/", frame_ancestors: &[], catalogue: &catalogue };
        let browser = HeaderMap::from_iter([(header::ACCEPT, "text/html".parse().expect("plain text"))]);
        let status = |path| page(path, &browser, &site).expect("a browser gets a page").status();
        for path in ["/", "/games", "/settings/", "/play/K7Q2MX", "/watch/room_1", "/rules", "/rules/classic"]
        {
            assert_eq!(status(path), StatusCode::OK, "{path}");
        }
        for path in
            ["/nonsense", "/settings/sound", "/play", "/play/", "/rules/nonsense", "/rules/classic/men"]
        {
            assert_eq!(status(path), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn the_embedded_page_may_be_framed_by_the_listed_sites_only() {
        assert_eq!(frame_ancestors(&[]), "'self'");
        let sites = ["https://app.example".to_owned(), "https://x; script-src *".to_owned()];
        assert_eq!(frame_ancestors(&sites), "'self' https://app.example");
        assert_eq!(frame_ancestors(&["https://app.example".to_owned(), "*".to_owned()]), "*");
    }
}
