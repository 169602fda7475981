//! The tokens in the senders of emails, to which mail servers return what they cannot deliver (VERP). Only who was
//! sent a message, or carried it, can return it.

use aws_lc_rs::constant_time::verify_slices_are_equal;

use super::{Secrets, Uuid, hmac};
use crate::hex;

/// The bytes of a tag that are used: the part of an address before the `@` has 64 characters at most.
const TAG_BYTES: usize = 8;
/// The characters of a token: an id and a tag in hexadecimal, since mail servers may change the case of letters.
pub const BOUNCE_TOKEN_CHARS: usize = 2 * (16 + TAG_BYTES);

impl Secrets {
    /// Returns the token of an email, by the id of its message.
    pub fn bounce_token(&self, message: Uuid) -> String {
        let tag = hmac::sign(&self.bounce, message.as_bytes());
        format!("{}{}", message.simple(), hex::encode(&tag.as_ref()[..TAG_BYTES]))
    }

    /// Returns the message whose token this is, in any case, if this server made it.
    pub fn read_bounce_token(&self, token: &str) -> Option<Uuid> {
        let token = token.to_ascii_lowercase();
        let message = Uuid::try_parse(token.get(..32)?).ok()?;
        let expected = self.bounce_token(message);
        verify_slices_are_equal(expected.as_bytes(), token.as_bytes()).ok()?;
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_message_in_any_case_and_cannot_be_made_up() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        let message = Uuid::now_v7();
        let token = secrets.bounce_token(message);
        assert_eq!(token.len(), BOUNCE_TOKEN_CHARS);
        assert_eq!(secrets.read_bounce_token(&token), Some(message));
        assert_eq!(secrets.read_bounce_token(&token.to_uppercase()), Some(message));
        assert_eq!(other.read_bounce_token(&token), None);
        let of_other_message = format!("{}{}", Uuid::now_v7().simple(), &token[32..]);
        for wrong in ["", "é", &token[1..], &token[..32], &of_other_message, &"0".repeat(48)] {
            assert_eq!(secrets.read_bounce_token(wrong), None, "{wrong}");
        }
    }
}
