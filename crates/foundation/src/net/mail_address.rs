//! The domain of an email address, in the one form that every mail server takes.

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

/// Returns `domain` as A-labels in lower case (RFC 5890), without the dot of the root: a mail server that lacks
/// SMTPUTF8 takes no other form. Returns `None` for what cannot be a domain, which includes IP addresses.
pub fn ascii_domain(domain: &str) -> Option<String> {
    let ascii = Uts46::new().to_ascii(
        domain.as_bytes(),
        AsciiDenyList::STD3,
        Hyphens::CheckFirstLast,
        DnsLength::VerifyAllowRootDot,
    );
    let ascii = ascii.ok()?;
    let ascii = ascii.strip_suffix('.').unwrap_or(&ascii);
    let last = ascii.rsplit('.').next()?;
    // No top-level domain is a number: this is an IPv4 address.
    let is_number = last.bytes().all(|b| b.is_ascii_digit());
    (!is_number).then(|| ascii.to_owned())
}

/// Returns `address` with its domain as A-labels, or as it is if that is no domain.
pub fn with_ascii_domain(address: &str) -> String {
    let parts = address.rsplit_once('@');
    let known = parts.and_then(|(local, domain)| Some((local, ascii_domain(domain)?)));
    known.map_or_else(|| address.to_owned(), |(local, domain)| format!("{local}@{domain}"))
}

/// Returns the two forms in which the database may hold `address`: with its domain as A-labels, and with the
/// domain in its own script, as earlier versions stored it. They are equal for most addresses.
pub fn stored_forms(address: &str) -> [String; 2] {
    let ascii = with_ascii_domain(address);
    let unicode = match ascii.rsplit_once('@') {
        Some((local, domain)) if domain.contains("xn--") => {
            format!("{local}@{}", idna::domain_to_unicode(domain).0)
        }
        _ => ascii.clone(),
    };
    [ascii, unicode]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_one_form_that_every_server_takes() {
        for (typed, ascii) in [
            ("example.com", "example.com"),
            ("Example.COM.", "example.com"),
            ("localhost", "localhost"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.Example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"),
            ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
            ("faß.example", "xn--fa-hia.example"),
            ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
            ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
            ("ex\u{ad}am\u{200b}ple.com", "example.com"),
            ("r3---a.example", "r3---a.example"),
        ] {
            assert_eq!(ascii_domain(typed).as_deref(), Some(ascii), "{typed}");
        }
        let long_label = format!("{}.example", "x".repeat(64));
        let long = "abcdefg.".repeat(40);
        for no_domain in [
            "",
            ".",
            "a..b",
            ".example.com",
            "example.com..",
            "a b.example",
            "-a.example",
            "a-.example",
            "a_b.example",
            "example.com:25",
            "example.com/x",
            "[192.0.2.1]",
            "192.0.2.1",
            "[IPv6:2001:db8::1]",
            "xn--ü.example",
            "xn--a.example",
            "a@b.example",
            "a\0b.example",
            "ex\u{202e}ample.com,",
            &long_label,
            &long,
        ] {
            assert_eq!(ascii_domain(no_domain), None, "{no_domain}");
        }
    }

    #[test]
    fn earlier_versions_stored_the_domain_in_its_own_script() {
        let both = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
        let own = "Ada@xn--bcher-kva.example";
        for typed in [own, "Ada@bücher.example", "Ada@BÜCHER.example."] {
            assert_eq!(stored_forms(typed), both(own, "Ada@bücher.example"), "{typed}");
        }
        assert_eq!(stored_forms("a@b.example"), both("a@b.example", "a@b.example"));
        assert_eq!(with_ascii_domain("Ada@bücher.example"), own);
        assert_eq!(with_ascii_domain("nobody"), "nobody");
    }
}
