use foundation::net::mail_address::ascii_domain;
use foundation::secrets::BOUNCE_TOKEN_CHARS;

/// The most characters before the `@` of an address (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_CHARS: usize = 64;
/// Separates the name from the token, as in most mail servers.
const SEPARATOR: char = '+';
/// The most tokens that are looked for in a message.
const MAX_TOKENS: usize = 100;

/// The address that `mail.return_path` names, to which mail servers return what they cannot deliver. Each message has
/// a form of its own, `bounces+<token>@example.com` (VERP).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnPath {
    name: String,
    domain: String,
}

impl ReturnPath {
    /// Reads `bounces@example.com`.
    ///
    /// # Errors
    /// The reason why the address cannot be used.
    pub fn parse(address: &str) -> Result<Self, String> {
        let parts = address.rsplit_once('@');
        let (name, domain) = parts.ok_or("return_path must look like `bounces@example.com`")?;
        let longest = MAX_LOCAL_CHARS - 1 - BOUNCE_TOKEN_CHARS;
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
        if name.is_empty() || name.len() > longest || !name.bytes().all(is_plain) {
            return Err(format!(
                "return_path must have 1 to {longest} letters, digits, hyphens or underscores before the @, since a \
                 token follows them"
            ));
        }
        let domain = ascii_domain(domain).ok_or("return_path must have a domain after the @")?;
        Ok(Self { name: name.to_owned(), domain })
    }

    /// Returns the address of the message with this token.
    pub fn with_token(&self, token: &str) -> String {
        format!("{}{SEPARATOR}{token}@{}", self.name, self.domain)
    }

    /// Returns what may be tokens in the addresses of this form in `text`, in order: the header of a report, or a
    /// message that it includes.
    pub fn tokens_in(&self, text: &[u8]) -> Vec<String> {
        let text = text.to_ascii_lowercase();
        let start = format!("{}{SEPARATOR}", self.name.to_ascii_lowercase());
        let places = text.windows(start.len()).enumerate();
        let places = places.filter(|(_, part)| *part == start.as_bytes());
        let tokens = places.filter_map(|(at, _)| {
            let token = text.get(at + start.len()..)?.get(..BOUNCE_TOKEN_CHARS)?;
            String::from_utf8(token.to_vec()).ok()
        });
        tokens.take(MAX_TOKENS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_or_refused_with_a_reason() {
        let path = ReturnPath::parse("Bounces@Bücher.example").unwrap();
        assert_eq!(path.with_token("abc"), "Bounces+abc@xn--bcher-kva.example");
        let longest = "a".repeat(15);
        assert!(ReturnPath::parse(&format!("{longest}@example.com")).is_ok());
        for wrong in ["", "bounces", "@example.com", "a+b@example.com", "a b@example.com"] {
            assert!(ReturnPath::parse(wrong).is_err(), "{wrong}");
        }
        let refused = ReturnPath::parse(&format!("{longest}a@example.com")).unwrap_err();
        assert!(refused.contains("1 to 15 letters"), "{refused}");
        assert!(ReturnPath::parse("bounces@10.0.0.1").is_err());
    }

    #[test]
    fn tokens_are_found_wherever_the_address_is_and_in_any_case() {
        let path = ReturnPath::parse("bounces@example.com").unwrap();
        let (one, two) = ("1".repeat(48), "a".repeat(48));
        let text = format!(
            "To: <bounces+{one}@example.com>\r\nX: bounces+short@x\r\nReturn-Path: BOUNCES+{}@EXAMPLE.COM",
            two.to_uppercase()
        );
        let found = path.tokens_in(text.as_bytes());
        assert_eq!(found.first(), Some(&one));
        assert_eq!(found.last(), Some(&two));
        assert!(path.tokens_in(b"bounces+").is_empty());
        assert!(path.tokens_in(b"").is_empty());
        assert_eq!(path.tokens_in(text.repeat(99).as_bytes()).len(), 100);
    }
}
