//! Which sites may use the server from a browser.

/// Whether a page of this origin is allowed: it or `*` is listed, or it is our own. A missing origin is
/// allowed, because programs other than browsers send none.
pub(crate) fn allowed(origin: Option<&str>, sites: &[String], public_url: Option<&str>) -> bool {
    let Some(origin) = origin else { return true };
    let own = public_url.is_some_and(|url| origin_of(url) == Some(origin));
    own || sites.iter().any(|site| site == "*" || site == origin)
}

/// Whether a page of this origin was fetched from the host that a request names.
pub(crate) fn is_own_host(origin: Option<&str>, host: Option<&str>) -> bool {
    let host_of_origin = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    host_of_origin.is_some() && host_of_origin == host
}

/// The scheme, host and port of a URL.
fn origin_of(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url[host..].find('/').map_or(url.len(), |slash| host + slash);
    Some(&url[..end])
}

#[cfg(test)]
mod tests {
    use super::{allowed, is_own_host};

    fn check(origin: &str) -> bool {
        allowed(Some(origin), &["https://app.example".to_owned()], Some("https://games.example/parlour"))
    }

    #[test]
    fn only_exactly_listed_origins_and_our_own_are_allowed() {
        assert!(check("https://app.example"));
        assert!(check("https://games.example"));
        for foreign in [
            "null",
            "https://app.example.evil.example",
            "https://evil-app.example",
            "https://app.example:8443",
            "http://app.example",
            "https://APP.example",
            "https://user@app.example",
            "",
        ] {
            assert!(!check(foreign), "{foreign}");
        }
    }

    #[test]
    fn programs_that_are_no_browsers_name_no_origin() {
        assert!(allowed(None, &[], None));
    }

    #[test]
    fn a_star_allows_every_site() {
        assert!(allowed(Some("https://anywhere.example"), &["*".to_owned()], None));
    }

    #[test]
    fn only_a_page_of_the_host_that_was_asked_is_our_own() {
        let own = |origin| is_own_host(origin, Some("games.example:7300"));
        assert!(own(Some("http://games.example:7300")));
        for foreign in ["http://games.example", "http://evil.example:7300", "games.example:7300", "null", ""]
        {
            assert!(!own(Some(foreign)), "{foreign}");
        }
        assert!(!own(None));
        assert!(!is_own_host(Some("http://games.example"), None));
    }
}
