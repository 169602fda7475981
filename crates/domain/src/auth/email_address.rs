//! Email addresses: what is accepted as people type and paste it, and the stored form.

use percent_encoding::percent_decode_str;

use foundation::net::mail_address::{ascii_domain, with_ascii_domain};

/// RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of which are its angle brackets.
const MAX_CHARS: usize = 254;
/// RFC 5321, 4.5.3.1.1.
const MAX_LOCAL_CHARS: usize = 64;
/// What a typed address may have beyond an address: a name, `mailto:`, characters that cannot be seen.
const MAX_TYPED_CHARS: usize = 1_000;

const INVALID: &str = "Please enter a valid email";
const TOO_LONG: &str = "An email address can have at most 254 characters";

/// Parses an address into the stored form: the bare address, its domain as A-labels in lower case. The local
/// part stays as typed, since its meaning is up to the receiving server; uniqueness ignores its case
/// nevertheless.
///
/// # Errors
/// Returns the text for a person. Refused is what some mail server on the way would refuse.
pub fn parse(typed: &str) -> Result<String, &'static str> {
    if typed.chars().count() > MAX_TYPED_CHARS {
        return Err(TOO_LONG);
    }
    let bare = bare(typed);
    if bare.is_empty() {
        return Err("Email is required");
    }
    if bare.chars().count() > MAX_CHARS {
        return Err(TOO_LONG);
    }
    if bare.contains(['(', ')']) {
        return Err("Leave out the comment in brackets");
    }
    let (local, domain) = bare.rsplit_once('@').ok_or(INVALID)?;
    check_local(local)?;
    if is_ip_address(domain) {
        return Err("Use a domain name after the @, not an IP address");
    }
    let domain = match ascii_domain(domain) {
        Some(domain) => domain,
        None if domain.is_empty()
            || domain.contains(|c: char| c.is_whitespace() || c.is_control()) =>
        {
            return Err(INVALID);
        }
        None => return Err("What follows the @ is not a domain name, such as example.com"),
    };
    let address = format!("{local}@{domain}");
    // A-labels are longer than what they stand for.
    if address.len() > MAX_CHARS { Err(TOO_LONG) } else { Ok(address) }
}

/// Parses the address of an account that may exist already. What [`parse`] accepts has the same form; of the
/// rest, an account may still have what earlier versions accepted.
///
/// # Errors
/// Returns the text for a person.
pub fn parse_known(typed: &str) -> Result<String, &'static str> {
    parse(typed).or_else(|refusal| {
        let bare = bare(typed);
        let (local, domain) = bare.rsplit_once('@').ok_or(refusal)?;
        let is_text = !bare.contains(|c: char| c.is_whitespace() || c.is_control());
        let known = with_ascii_domain(&format!("{local}@{}", domain.to_lowercase()));
        let fits = !local.is_empty() && !domain.is_empty() && known.chars().count() <= MAX_CHARS;
        if is_text && fits { Ok(known) } else { Err(refusal) }
    })
}

/// Checks that `local` is a dot-atom in ASCII (RFC 5322, section 3.2.3). Quoted local parts are allowed by the
/// standard and refused by many servers, and others need SMTPUTF8 all the way.
fn check_local(local: &str) -> Result<(), &'static str> {
    if local.starts_with('"') {
        return Err("Addresses in quotation marks are not supported");
    }
    if local.is_empty() || local.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(INVALID);
    }
    if !local.is_ascii() {
        return Err(
            "Before the @, many mail servers accept only letters from a to z, digits and signs. \
                    Enter an address without other letters",
        );
    }
    if local.len() > MAX_LOCAL_CHARS {
        return Err("An email address can have at most 64 characters before the @");
    }
    if local.split('.').any(str::is_empty) {
        return Err(
            "Before the @, an address cannot begin or end with a dot, or have two dots in a row",
        );
    }
    let fits = |b: u8| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b);
    if local.bytes().all(fits) { Ok(()) } else { Err(INVALID) }
}

fn is_ip_address(domain: &str) -> bool {
    domain.starts_with('[') || domain.parse::<std::net::IpAddr>().is_ok()
}

/// Removes what comes along when an address is typed with an input method or copied from elsewhere: white
/// space, invisible characters, full-width forms, the name before `<…>`, `mailto:`, and signs around it.
fn bare(typed: &str) -> String {
    let visible: String = typed.chars().filter(|c| !is_invisible(*c)).map(to_ascii_form).collect();
    let mut rest = visible.trim();
    if let Some((_, inside)) = rest.trim_end_matches([',', ';']).rsplit_once('<')
        && let Some(inside) = inside.strip_suffix('>')
    {
        rest = inside;
    }
    let around = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';');
    rest = rest.trim_matches(around);
    for (begin, end) in [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('«', '»'), ('[', ']')]
    {
        let inside = rest.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end));
        rest = inside.unwrap_or(rest).trim();
    }
    let is_link = rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("mailto:"));
    let bare = match is_link {
        true => {
            let address = rest[7..].split('?').next().unwrap_or_default();
            percent_decode_str(address).decode_utf8_lossy().trim().to_owned()
        }
        false => rest.to_owned(),
    };
    // Joiners have a meaning in domains of some scripts, and none before the @.
    match bare.rsplit_once('@') {
        Some((local, domain)) => {
            format!("{}@{domain}", local.replace(['\u{200c}', '\u{200d}'], ""))
        }
        None => bare,
    }
}

/// Returns whether `c` leaves no trace on a screen: soft hyphens, zero-width characters and marks of direction.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// Returns the ASCII character of a full-width form (U+FF01 to U+FF5E), of the small `@`, or of the hyphens and
/// apostrophes that keyboards and editors put in its place. A hyphen of theirs would make another domain.
fn to_ascii_form(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{fe6b}' => '@',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_along_is_removed_and_the_domain_has_one_form() {
        for (typed, stored) in [
            (" Ada.L+x@Example.COM ", "Ada.L+x@example.com"),
            ("ada@localhost", "ada@localhost"),
            ("\u{a0}ada@example.com\u{3000}\r\n", "ada@example.com"),
            ("\u{feff}ada@exam\u{200b}ple.com\u{200e}", "ada@example.com"),
            ("\u{202a}ada@example.com\u{202c}", "ada@example.com"),
            ("a\u{ad}da\u{200d}@example.com", "ada@example.com"),
            ("ada＠example.com", "ada@example.com"),
            ("ada﹫example.com", "ada@example.com"),
            ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"),
            ("ada@example。com", "ada@example.com"),
            ("ada@example.com.", "ada@example.com"),
            ("mailto:ada@example.com", "ada@example.com"),
            ("MailTo: ada%2Bx@example.com?subject=Hi&body=x@y", "ada+x@example.com"),
            ("<ada@example.com>", "ada@example.com"),
            ("<mailto:ada@example.com>", "ada@example.com"),
            ("Ada Lovelace <ada@example.com>", "ada@example.com"),
            ("\"Lovelace, Ada\" <ada@example.com>,", "ada@example.com"),
            ("ada@example.com;", "ada@example.com"),
            ("\"ada@example.com\"", "ada@example.com"),
            ("'ada@example.com'", "ada@example.com"),
            ("o'hara@example.com", "o'hara@example.com"),
            ("o’hara@example.com", "o'hara@example.com"),
            ("‘ada@example.com’", "ada@example.com"),
            ("“ada@example.com”", "ada@example.com"),
            ("„ada@example.com“", "ada@example.com"),
            ("[ada@example.com]", "ada@example.com"),
            ("ada‑l@my‐shop–24.example", "ada-l@my-shop-24.example"),
            ("a!#$%&'*+/=?^_`{|}~-z@example.com", "a!#$%&'*+/=?^_`{|}~-z@example.com"),
            ("anna@bücher.example", "anna@xn--bcher-kva.example"),
            ("anna@BU\u{308}CHER.example", "anna@xn--bcher-kva.example"),
            ("anna@xn--BCHER-kva.example", "anna@xn--bcher-kva.example"),
            ("анна@xn--e1afmkfd.xn--p1ai", ""),
            ("anna@пример.рф", "anna@xn--e1afmkfd.xn--p1ai"),
        ] {
            match stored {
                "" => assert!(parse(typed).is_err(), "{typed:?}"),
                stored => assert_eq!(parse(typed).as_deref(), Ok(stored), "{typed:?}"),
            }
        }
        let label = "y".repeat(59);
        let longest = format!("{}@{label}.{label}.{label}.example", "x".repeat(64));
        assert!(longest.len() <= MAX_CHARS);
        assert_eq!(parse(&longest).unwrap(), longest);
    }

    #[test]
    fn what_no_mail_server_takes_is_refused_with_the_reason() {
        let long = format!("{}@example.com", "x".repeat(250));
        // 32 letters, which take more than the 63 of a label in its ASCII form.
        let longer_as_labels =
            "a@天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳.example";
        let very_long = "x".repeat(100_000);
        let local = format!("{}@example.com", "x".repeat(65));
        let not_ascii = "Before the @, many mail servers accept only letters from a to z, digits and signs. \
                         Enter an address without other letters";
        let dots =
            "Before the @, an address cannot begin or end with a dot, or have two dots in a row";
        let no_domain = "What follows the @ is not a domain name, such as example.com";
        let ip = "Use a domain name after the @, not an IP address";
        for (typed, text) in [
            ("", "Email is required"),
            ("  ", "Email is required"),
            ("\u{200b}\u{feff}", "Email is required"),
            ("mailto:", "Email is required"),
            ("<>", "Email is required"),
            (long.as_str(), TOO_LONG),
            (very_long.as_str(), TOO_LONG),
            (local.as_str(), "An email address can have at most 64 characters before the @"),
            ("ada", INVALID),
            ("ada@", INVALID),
            ("@example.com", INVALID),
            ("a b@example.com", INVALID),
            ("ada@exa mple.com", INVALID),
            ("a\0da@example.com", INVALID),
            ("ada@example.com\r\nBcc: x@example.com", INVALID),
            ("ada@example.com, eve@example.com", INVALID),
            ("ada,eve@example.com", INVALID),
            ("a<b@example.com", INVALID),
            ("a\\b@example.com", INVALID),
            ("änna@example.com", not_ascii),
            ("用户@例え.テスト", not_ascii),
            ("🦀@example.com", not_ascii),
            ("\"ada l\"@example.com", "Addresses in quotation marks are not supported"),
            ("\"ada\"@example.com", "Addresses in quotation marks are not supported"),
            ("ada(work)@example.com", "Leave out the comment in brackets"),
            ("ada@example.com (Ada)", "Leave out the comment in brackets"),
            (".ada@example.com", dots),
            ("ada.@example.com", dots),
            ("ad..a@example.com", dots),
            ("ada@[192.0.2.1]", ip),
            ("ada@[IPv6:2001:db8::1]", ip),
            ("ada@192.0.2.1", ip),
            ("ada@example..com", no_domain),
            ("ada@.example.com", no_domain),
            ("ada@-example.com", no_domain),
            ("ada@exa_mple.com", no_domain),
            ("ada@example.com:25", no_domain),
            ("ada@example.com/inbox", no_domain),
            ("ada@xn--a.example", no_domain),
            ("ada@example.123", no_domain),
            ("ada@eve@example.com", INVALID),
            ("=?utf-8?q?ada?=", INVALID),
            (longer_as_labels, no_domain),
        ] {
            assert_eq!(parse(typed), Err(text), "{typed:?}");
        }
    }

    #[test]
    fn known_addresses_are_looked_up_even_if_new_ones_of_their_kind_are_refused() {
        for (typed, known) in [
            (" Ada@Example.COM. ", Ok("Ada@example.com")),
            ("mailto:anna@BÜCHER.example", Ok("anna@xn--bcher-kva.example")),
            ("ada@[192.0.2.1]", Ok("ada@[192.0.2.1]")),
            ("ada@192.0.2.1", Ok("ada@192.0.2.1")),
            ("ada", Err(INVALID)),
            ("ada@", Err(INVALID)),
            ("a\0da@example.com", Err(INVALID)),
            ("ada eve@[192.0.2.1]", Err(INVALID)),
            ("", Err("Email is required")),
        ] {
            assert_eq!(parse_known(typed).as_deref().map_err(|text| *text), known, "{typed:?}");
        }
        assert_eq!(parse_known(&format!("{}@x", "é".repeat(900))), Err(TOO_LONG));
    }
}
