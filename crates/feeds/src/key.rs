//! The key that identifies an entry between polls.

use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::text::MAX_KEY_CHARS;

/// Returns the id verbatim, or a hash if there is none: of link and title, or of the content if
/// there is neither.
pub(crate) fn key(id: &str, link: &str, title: &str, content: &str) -> String {
    let id = id.trim();
    if !id.is_empty() && !id.contains('\0') && id.chars().count() <= MAX_KEY_CHARS {
        return id.to_owned();
    }
    match (id, link, title) {
        ("", "", "") => hash(&["content", content]),
        ("", ..) => hash(&["link", link, title]),
        _ => hash(&["id", id]),
    }
}

/// Hashes with the keys of `SipHasher13::new`, zero: the result is stored in databases.
fn hash(parts: &[&str]) -> String {
    let mut hasher = SipHasher13::new();
    for part in parts {
        // The length is included, so that moving text from one part to the next changes the key.
        hasher.write(&(part.len() as u64).to_le_bytes());
        hasher.write(part.as_bytes());
    }
    format!("hash:{:032x}", hasher.finish128().as_u128())
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn an_id_is_the_key_unless_it_cannot_be_stored() {
        assert_eq!(key(" tag:a,1 ", "l", "t", "c"), "tag:a,1");
        let long = "x".repeat(1_001);
        assert_eq!(key(&long, "", "", "").len(), "hash:".len() + 32);
        assert_ne!(key(&long, "", "", ""), key(&(long.clone() + "y"), "", "", ""));
    }

    #[test]
    fn without_an_id_link_and_title_make_the_key() {
        assert_eq!(key("", "l", "t", "c"), key("", "l", "t", "d"));
        assert_ne!(key("", "l", "t", ""), key("", "lt", "", ""));
        assert_ne!(key("", "", "", "c"), key("", "", "", "d"));
    }

    #[test]
    fn a_key_is_the_same_in_every_release() {
        assert_eq!(
            key("", "https://a.example/1", "One", ""),
            "hash:ded04313a841848bc00637e8b5baf7f7"
        );
    }
}
