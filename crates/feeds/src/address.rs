//! Addresses of feeds as people and programs write them.

use url::Url;

/// The schemes of links that open a program for feeds or podcasts, and that of a browser that shows a source:
/// the address follows, with or without its own scheme.
const FEED_SCHEMES: [&str; 8] =
    ["feed:", "feeds:", "rss:", "atom:", "itpc:", "pcast:", "podcast:", "view-source:"];

/// Parses an address as people type and paste it: without a scheme, with one of those that programs for
/// feeds have, in angle brackets or quotes, at the end of a sentence, or broken over lines. Any other scheme
/// stays, to be refused.
#[must_use]
pub fn address_of(typed: &str) -> Option<Url> {
    // Line breaks, and what pages put in unseen.
    let is_unseen =
        |c: char| c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    let typed: String = typed.chars().filter(|c| !is_unseen(*c)).collect();
    let around = |c: char| c.is_whitespace() || "<>\"'`“”„‘’«»()[].,;".contains(c);
    let mut bare = typed.trim_matches(around);
    while let Some(rest) = FEED_SCHEMES.iter().find_map(|scheme| {
        let (begin, rest) = bare.split_at_checked(scheme.len())?;
        begin.eq_ignore_ascii_case(scheme).then_some(rest)
    }) {
        bare = rest.strip_prefix("//").unwrap_or(rest).trim_start();
    }
    let bare = bare.strip_prefix("//").unwrap_or(bare);
    let has_scheme = bare.split_once(':').is_some_and(|(scheme, rest)| {
        let in_host = rest.split('/').next().unwrap_or_default();
        let is_user = in_host.contains('@') && !scheme.eq_ignore_ascii_case("mailto");
        // What follows a host's name is a port, and what follows a user's name is a password.
        scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !rest.starts_with(|c: char| c.is_ascii_digit())
            && !is_user
    });
    let address = match has_scheme {
        true => Url::parse(bare),
        false => Url::parse(&format!("https://{bare}")),
    };
    let mut address = address.ok()?;
    address.set_fragment(None);
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::address_of;

    #[test]
    fn addresses_are_read_as_people_type_them() {
        for (typed, wanted) in [
            (" blog.example/feed ", "https://blog.example/feed"),
            ("http://blog.example", "http://blog.example/"),
            ("feed://blog.example/x", "https://blog.example/x"),
            ("feed:https://blog.example/x#top", "https://blog.example/x"),
            ("//blog.example/x", "https://blog.example/x"),
            ("feed:blog.example/x", "https://blog.example/x"),
            ("FEED:HTTPS://blog.example/x", "https://blog.example/x"),
            ("feed://https://blog.example/x", "https://blog.example/x"),
            ("feed://http://blog.example/x", "http://blog.example/x"),
            ("feed://ada:secret@blog.example/x", "https://ada:secret@blog.example/x"),
            ("rss://blog.example/x", "https://blog.example/x"),
            ("itpc://blog.example/x", "https://blog.example/x"),
            ("view-source:https://blog.example/x", "https://blog.example/x"),
            ("<https://blog.example/x>", "https://blog.example/x"),
            ("“https://blog.example/x”", "https://blog.example/x"),
            ("(https://blog.example/x.xml).", "https://blog.example/x.xml"),
            ("https://blog.example/x, ", "https://blog.example/x"),
            ("\u{feff}https://blog.example/x\u{200b}\n", "https://blog.example/x"),
            ("https://blog.example/a\nlong/x", "https://blog.example/along/x"),
            ("https://blog.example/a b.xml", "https://blog.example/a%20b.xml"),
            ("blog.example:8080/x", "https://blog.example:8080/x"),
            ("ada:secret@blog.example/x", "https://ada:secret@blog.example/x"),
            ("http:blog.example/x", "http://blog.example/x"),
            ("blog.example/x?at=1:a", "https://blog.example/x?at=1:a"),
            // To be refused.
            ("webcal://blog.example/x", "webcal://blog.example/x"),
            ("mailto:me@blog.example", "mailto:me@blog.example"),
            ("javascript:alert(1)", "javascript:alert(1"),
            ("file:///etc/passwd", "file:///etc/passwd"),
        ] {
            assert_eq!(address_of(typed).unwrap().as_str(), wanted, "{typed}");
        }
        for none in ["", "feed:", "<>", "not an address"] {
            assert_eq!(address_of(none), None, "{none}");
        }
    }
}
