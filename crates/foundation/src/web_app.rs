//! The built web app, embedded in the program.

use std::borrow::Cow;

use rust_embed::Embed;

use super::hex;

/// The files of `web/dist`: compiled into a release build, if they were built before it, and read from their
/// folder by a debug build. Scripts, styles and modules exist there in compressed form, too, as `X.br` and
/// `X.gz`.
#[derive(Embed)]
#[folder = "../../web/dist"]
struct Files;

/// A file of the web app.
pub struct File {
    pub bytes: Cow<'static, [u8]>,
    pub mime_type: String,
    /// A hash of the content.
    pub hash: String,
}

/// Returns the file at `path`, which has no leading slash.
pub fn file(path: &str) -> Option<File> {
    let found = Files::get(path)?;
    let hash = found.metadata.sha256_hash();
    Some(File {
        mime_type: found.metadata.mimetype().to_owned(),
        hash: hex::encode(&hash[..16]),
        bytes: found.data,
    })
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use std::path::Path;

    #[test]
    fn a_debug_build_finds_a_web_app_that_is_built_after_it() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html");
        assert_eq!(super::file("index.html").is_some(), Path::new(page).exists());
    }
}
