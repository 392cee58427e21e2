//! What this binary was built from and with.

use std::sync::LazyLock;

/// `parlour --version`: the release, the commit, what is built in, for what it is built, and with which C library.
pub(crate) static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let built_in = |has: bool, name| if has { format!("+{name}") } else { format!("-{name}") };
    let features = [
        built_in(server::has_web_app(), "web-app"),
        built_in(server::has_documents(), "documents"),
        built_in(server::has_page_module(), "games-in-the-page"),
        built_in(cfg!(debug_assertions), "debug-assertions"),
    ];
    format!(
        "{}\ncommit   {}\nfeatures {}\ntarget   {}\nlibc     {}",
        env!("CARGO_PKG_VERSION"),
        env!("BUILD_COMMIT"),
        features.join(" "),
        env!("BUILD_TARGET"),
        env!("BUILD_LIBC")
    )
});
