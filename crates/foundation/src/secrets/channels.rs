//! The credentials of receivers of alerts: the secret that signs a webhook's requests, and the
//! tokens of feeds. Both are derived from a version that the database keeps; a new version makes
//! the old ones worthless.

use super::{Engine, Secrets, URL_SAFE_NO_PAD, Uuid, hmac};

/// The user and watch that a feed's token names. The token is genuine only if
/// [`Secrets::is_feed_token`] says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedKey {
    pub user_id: Uuid,
    /// `None` for the feed of all watches.
    pub watch_id: Option<Uuid>,
}

impl FeedKey {
    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.user_id.as_bytes().to_vec();
        bytes.extend(self.watch_id.iter().flat_map(|id| id.as_bytes()));
        bytes
    }

    fn signed(self, version: i32) -> Vec<u8> {
        [self.bytes().as_slice(), &version.to_be_bytes()].concat()
    }
}

/// Returns the bytes that a draft's token signs. They are longer than those of a webhook's key, so
/// that neither passes for the other.
fn draft_bytes(user_id: Uuid, endpoint_id: Uuid) -> Vec<u8> {
    [b"draft", user_id.as_bytes().as_slice(), endpoint_id.as_bytes()].concat()
}

/// The length of a SHA-256 HMAC.
const TAG_BYTES: usize = 32;

impl Secrets {
    /// Returns the key that signs requests to a webhook: 32 bytes.
    pub fn webhook_key(&self, endpoint_id: Uuid, version: i32) -> Vec<u8> {
        let of = [endpoint_id.as_bytes().as_slice(), &version.to_be_bytes()].concat();
        hmac::sign(&self.webhook, &of).as_ref().to_vec()
    }

    /// Returns a token that names a user's endpoint that is not stored yet.
    pub fn draft_token(&self, user_id: Uuid, endpoint_id: Uuid) -> String {
        let tag = hmac::sign(&self.webhook, &draft_bytes(user_id, endpoint_id));
        URL_SAFE_NO_PAD.encode([endpoint_id.as_bytes().as_slice(), tag.as_ref()].concat())
    }

    /// Returns the endpoint that `token` names, if [`Secrets::draft_token`] made it for this user.
    pub fn read_draft_token(&self, token: &str, user_id: Uuid) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (id, tag) = bytes.split_at_checked(16)?;
        let id = Uuid::from_slice(id).ok()?;
        hmac::verify(&self.webhook, &draft_bytes(user_id, id), tag).ok()?;
        Some(id)
    }

    /// Returns the token in a feed's address: ids, and a tag that nobody else can make.
    pub fn feed_token(&self, key: FeedKey, version: i32) -> String {
        let tag = hmac::sign(&self.feed, &key.signed(version));
        URL_SAFE_NO_PAD.encode([key.bytes().as_slice(), tag.as_ref()].concat())
    }

    /// Returns what `token` names, if it is well formed. Whether it is valid depends on the user's
    /// version.
    pub fn read_feed_token(token: &str) -> Option<FeedKey> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (ids, _) = bytes.split_at_checked(bytes.len().checked_sub(TAG_BYTES)?)?;
        let id = |bytes: &[u8]| Uuid::from_slice(bytes).ok();
        match ids.len() {
            16 => Some(FeedKey { user_id: id(ids)?, watch_id: None }),
            32 => Some(FeedKey { user_id: id(&ids[..16])?, watch_id: Some(id(&ids[16..])?) }),
            _ => None,
        }
    }

    /// Returns true if [`Secrets::feed_token`] makes `token` from `key` and `version`.
    pub fn is_feed_token(&self, token: &str, key: FeedKey, version: i32) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        let at = bytes.len().saturating_sub(TAG_BYTES);
        hmac::verify(&self.feed, &key.signed(version), &bytes[at..]).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drafts_token_holds_for_its_user_only() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        let (user, endpoint) = (Uuid::now_v7(), Uuid::now_v7());
        let token = secrets.draft_token(user, endpoint);
        assert_eq!(secrets.read_draft_token(&token, user), Some(endpoint));
        assert_eq!(secrets.read_draft_token(&token, Uuid::now_v7()), None);
        assert_eq!(other.read_draft_token(&token, user), None);
        for wrong in ["", "a", "****", &token[1..], &token[..22]] {
            assert_eq!(secrets.read_draft_token(wrong, user), None, "{wrong}");
        }
    }

    #[test]
    fn a_feeds_token_holds_for_its_user_watch_and_version_only() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        let user_id = Uuid::now_v7();
        for watch_id in [None, Some(Uuid::now_v7())] {
            let key = FeedKey { user_id, watch_id };
            let token = secrets.feed_token(key, 1);
            assert_eq!(Secrets::read_feed_token(&token), Some(key));
            assert!(secrets.is_feed_token(&token, key, 1));
            assert!(!secrets.is_feed_token(&token, key, 2));
            assert!(!other.is_feed_token(&token, key, 1));
            let changed = FeedKey { watch_id: Some(Uuid::now_v7()), ..key };
            assert!(!secrets.is_feed_token(&token, changed, 1));
        }
        for token in ["", "x", "AAAA", "%", &"A".repeat(43), &"A".repeat(1_000)] {
            assert_eq!(Secrets::read_feed_token(token), None, "{token}");
        }
    }

    #[test]
    fn a_webhooks_key_follows_its_version() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let id = Uuid::now_v7();
        let key = secrets.webhook_key(id, 1);
        assert_eq!((key.len(), &key), (32, &secrets.webhook_key(id, 1)));
        assert_ne!(key, secrets.webhook_key(id, 2));
        assert_ne!(key, secrets.webhook_key(Uuid::now_v7(), 1));
    }
}
