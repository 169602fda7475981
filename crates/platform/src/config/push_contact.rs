//! Whom push services write to when something is wrong with this server's messages (RFC 8292, section 2.1).

use url::{Host, Url};

use super::Config;
use foundation::net::mail_address::with_ascii_domain;
use foundation::net::names::is_local_name;

/// The `sub` of this server's tokens for push services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushContact {
    /// `https://…` or `mailto:…`.
    pub uri: String,
    /// Whether its host can exist for others. Apple's push service refuses tokens without such a contact.
    pub is_public: bool,
}

impl Config {
    /// Returns the public address, or the email address for help if the former is not one that others reach.
    pub fn push_contact(&self) -> PushContact {
        contact(&self.server.public_url, &self.support_email())
    }
}

fn contact(public_url: &Url, email: &str) -> PushContact {
    let is_web = public_url.scheme() == "https"
        && matches!(public_url.host(), Some(Host::Domain(name)) if is_public(name));
    if is_web {
        return PushContact { uri: public_url.origin().ascii_serialization(), is_public: true };
    }
    let email = with_ascii_domain(email);
    let is_public = email.rsplit_once('@').is_some_and(|(_, domain)| is_public(domain));
    PushContact { uri: format!("mailto:{email}"), is_public }
}

fn is_public(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    // RFC 2606: names that never exist.
    let is_reserved = name.ends_with(".invalid") || name.ends_with(".test");
    !is_local_name(name) && !is_reserved && !name.starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contact_is_one_that_others_can_reach_if_there_is_one() {
        for (public_url, email, uri, is_public) in [
            ("http://127.0.0.1:8080", "alerts@localhost", "mailto:alerts@localhost", false),
            ("https://harken.example", "alerts@localhost", "https://harken.example", true),
            (
                "https://harken.example:8443/app/",
                "a@b.example",
                "https://harken.example:8443",
                true,
            ),
            ("https://bücher.example", "a@localhost", "https://xn--bcher-kva.example", true),
            ("http://harken.example", "a@b.example", "mailto:a@b.example", true),
            ("https://harken.local", "a@b.example", "mailto:a@b.example", true),
            (
                "https://harken.home.arpa",
                "a@bücher.example",
                "mailto:a@xn--bcher-kva.example",
                true,
            ),
            ("https://localhost", "a@nas.local", "mailto:a@nas.local", false),
            ("https://app.localhost", "a@b.invalid", "mailto:a@b.invalid", false),
            ("https://harken", "a@b.internal", "mailto:a@b.internal", false),
            ("https://192.0.2.1", "a@[192.0.2.1]", "mailto:a@[192.0.2.1]", false),
            ("https://[2001:db8::1]", "a@b.example", "mailto:a@b.example", true),
        ] {
            let found = contact(&Url::parse(public_url).unwrap(), email);
            let expected = PushContact { uri: uri.to_owned(), is_public };
            assert_eq!(found, expected, "{public_url} {email}");
        }
    }
}
