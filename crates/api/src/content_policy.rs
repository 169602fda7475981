//! Limits what a browser may do with an answer: Content-Security-Policy, by the kind of the answer.

use std::fmt;

use foundation::secrets::random_token;

/// The policy of the API's answers, which are data: as a page, they may do nothing.
pub const DATA: &str = "default-src 'none'; frame-ancestors 'none'";

/// The policy of the web app's files. It matters for the matcher's worker, whose script has its own
/// policy.
pub const FILE: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The policy of an email of the demo, inside its mailbox: it runs nothing and loads nothing, and
/// its links open beside it. The styles of emails are inline, because mail programs support no
/// others.
pub const MAIL: &str = "default-src 'none'; style-src 'unsafe-inline'; \
     sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/// Marks a script or style as put into the page by the server. Never used twice.
#[derive(Debug)]
pub struct Nonce(String);

impl Nonce {
    /// Creates a new nonce.
    ///
    /// # Errors
    /// The system's random source failed.
    pub fn fresh() -> anyhow::Result<Self> {
        Ok(Self(random_token()?))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the policy for the web app. Scripts are the app's own; compiling the matcher's
/// WebAssembly is not `eval`.
pub fn of_app(nonce: &Nonce) -> String {
    format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    )
}

/// Returns the policy for the pages that the server renders itself (`templates/page.html`): one
/// style, forms and frames of this very site, no script.
pub fn of_plain_page(nonce: &Nonce) -> String {
    format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; img-src 'self'; frame-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}
