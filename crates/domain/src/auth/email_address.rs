//! Email addresses: what is accepted, and the stored form.

use validator::ValidateEmail;

/// RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of which are its angle brackets.
const MAX_CHARS: usize = 254;

/// Parses an address into the stored form: without surrounding white space, the domain in lower
/// case. The local part stays as typed, since its meaning is up to the receiving server; uniqueness
/// ignores its case nevertheless.
///
/// # Errors
/// Returns the text for a person.
pub fn parse(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err("Email is required");
    }
    if typed.chars().count() > MAX_CHARS {
        return Err("An email address can have at most 254 characters");
    }
    // The browser's own rule for the form, and what the mailer is able to send to.
    if !typed.validate_email() || typed.parse::<lettre::Address>().is_err() {
        return Err("Please enter a valid email");
    }
    let (local, domain) = typed.rsplit_once('@').ok_or("Please enter a valid email")?;
    Ok(format!("{local}@{}", domain.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_lower_cased_and_the_rest_kept() {
        assert_eq!(parse(" Ada.L+x@Example.COM ").unwrap(), "Ada.L+x@example.com");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "x".repeat(250));
        for (typed, text) in [
            ("", "Email is required"),
            ("  ", "Email is required"),
            (long.as_str(), "An email address can have at most 254 characters"),
            ("ada", "Please enter a valid email"),
            ("ada@", "Please enter a valid email"),
            ("@example.com", "Please enter a valid email"),
            ("a b@example.com", "Please enter a valid email"),
            ("ada@exa mple.com", "Please enter a valid email"),
            ("a\0da@example.com", "Please enter a valid email"),
            ("ada@example.com\r\nBcc: x@example.com", "Please enter a valid email"),
        ] {
            assert_eq!(parse(typed), Err(text), "{typed:?}");
        }
    }
}
