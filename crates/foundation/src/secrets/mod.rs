//! The server's secret and what is derived from it: access tokens, refresh tokens, and the tokens
//! in emails. A separate key is derived for each purpose, so that none can stand in for another.

mod bounces;
mod browsers;
mod channels;
mod file;
mod strength;

pub use bounces::BOUNCE_TOKEN_CHARS;
pub use channels::FeedKey;
pub use strength::check_secret;

use std::fmt;
use std::path::Path;

use anyhow::{Context, anyhow};
use aws_lc_rs::{aead, digest, hmac, rand};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{DecodingKey, EncodingKey};
use uuid::Uuid;

/// Keys derived from the configured secret.
pub struct Secrets {
    /// Encodes access tokens.
    pub encoding: EncodingKey,
    pub decoding: DecodingKey,
    refresh: hmac::Key,
    refresh_family: hmac::Key,
    device: hmac::Key,
    email: hmac::Key,
    unsubscribe: hmac::Key,
    /// Signs the links in alerts.
    pub action: hmac::Key,
    counter: hmac::Key,
    fingerprint: hmac::Key,
    sealing: aead::RandomizedNonceKey,
    push: hmac::Key,
    webhook: hmac::Key,
    feed: hmac::Key,
    bounce: hmac::Key,
}

impl Secrets {
    pub fn new(secret: &str) -> Self {
        let root = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let derive = |purpose: &str| hmac::sign(&root, purpose.as_bytes());
        let key = |purpose: &str| hmac::Key::new(hmac::HMAC_SHA256, derive(purpose).as_ref());
        let access = derive("access token");
        Self {
            encoding: EncodingKey::from_secret(access.as_ref()),
            decoding: DecodingKey::from_secret(access.as_ref()),
            refresh: key("refresh token"),
            refresh_family: key("family of refresh tokens"),
            device: key("device token"),
            email: key("email token"),
            unsubscribe: key("unsubscribe link"),
            action: key("action link"),
            counter: key("counter of attempts"),
            fingerprint: key("fingerprint"),
            sealing: sealing_key(derive("sealed target").as_ref()),
            push: key("push sender"),
            webhook: key("webhook signature"),
            feed: key("feed address"),
            bounce: key("sender of an email"),
        }
    }

    /// Loads the configured secret, or else one that is created once and kept in the data folder,
    /// readable by its owner only.
    ///
    /// # Errors
    /// The file could neither be read nor created, or a secret is too weak to sign anything.
    pub fn load(configured: Option<&str>, data_dir: &Path) -> anyhow::Result<Self> {
        let secret = match configured {
            Some(secret) => {
                check_secret(secret).map_err(|why| anyhow!("auth.secret {why}"))?;
                secret.to_owned()
            }
            None => file::read_or_make(data_dir)?,
        };
        Ok(Self::new(&secret))
    }

    /// Returns the token of a link in an email, derived from the row's id: the row keeps only its
    /// hash.
    pub fn email_token(&self, row_id: Uuid) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.email, row_id.as_bytes()))
    }

    /// Returns the key that represents an address in the counters of attempts: the address cannot
    /// be guessed back from the database alone.
    pub fn counter_key(&self, subject: &str) -> Vec<u8> {
        hmac::sign(&self.counter, subject.as_bytes()).as_ref().to_vec()
    }

    /// Returns a fingerprint that recognises an address without storing it in the clear.
    pub fn fingerprint(&self, text: &str) -> Vec<u8> {
        hmac::sign(&self.fingerprint, text.as_bytes()).as_ref().to_vec()
    }

    /// Encrypts `text` for the row `owner` (AES-256-GCM): nonce, ciphertext and tag.
    ///
    /// # Errors
    /// The system's random source failed.
    pub fn seal(&self, owner: Uuid, text: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut bytes = text.to_vec();
        let nonce = self
            .sealing
            .seal_in_place_append_tag(aead::Aad::from(owner.as_bytes()), &mut bytes)
            .context("could not encrypt")?;
        Ok([nonce.as_ref().as_slice(), &bytes].concat())
    }

    /// Decrypts what [`Secrets::seal`] made, if it was made for `owner` and with this secret.
    pub fn open(&self, owner: Uuid, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_at_checked(aead::NONCE_LEN)?;
        let nonce = aead::Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut bytes = text.to_vec();
        let aad = aead::Aad::from(owner.as_bytes());
        Some(self.sealing.open_in_place(nonce, aad, &mut bytes).ok()?.to_vec())
    }

    /// Returns candidate numbers, of which the first valid P-256 scalar is the server's key for
    /// push services. All processes with this secret have the same key, and nothing needs to be
    /// stored.
    pub fn push_scalars(&self) -> impl Iterator<Item = [u8; 32]> {
        (0..=u8::MAX).filter_map(|n| hmac::sign(&self.push, &[n]).as_ref().try_into().ok())
    }

    /// Returns the token of a user's unsubscribe links. It is valid for as long as the account
    /// exists.
    pub fn unsubscribe_token(&self, user_id: Uuid) -> String {
        let mut bytes = user_id.as_bytes().to_vec();
        bytes.extend_from_slice(hmac::sign(&self.unsubscribe, user_id.as_bytes()).as_ref());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns the user whose unsubscribe token this is, if this server made it.
    pub fn read_unsubscribe_token(&self, token: &str) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (id, tag) = bytes.split_at_checked(16)?;
        hmac::verify(&self.unsubscribe, id, tag).ok()?;
        Uuid::from_slice(id).ok()
    }
}

#[expect(clippy::expect_used, reason = "an HMAC of SHA-256 has the length of the key")]
fn sealing_key(bytes: &[u8]) -> aead::RandomizedNonceKey {
    aead::RandomizedNonceKey::new(&aead::AES_256_GCM, bytes).expect("32 bytes")
}

/// Creates a token of 256 random bits, as text.
///
/// # Errors
/// The system's random source failed.
pub fn random_token() -> anyhow::Result<String> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<32>()?))
}

/// Returns what is stored of a token: its SHA-256. Tokens have 256 bits of entropy, so no salt is
/// needed.
pub fn hash_token(token: &str) -> Vec<u8> {
    digest::digest(&digest::SHA256, token.as_bytes()).as_ref().to_vec()
}

/// Returns random bytes.
///
/// # Errors
/// The system's random source failed.
pub fn random_bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    rand::fill(&mut bytes).context("the system's random source failed")?;
    Ok(bytes)
}

/// Never prints a key.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_for_its_owner_only() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let owner = Uuid::now_v7();
        let sealed = secrets.seal(owner, b"https://hooks.example/x").unwrap();
        assert_eq!(
            secrets.open(owner, &sealed).as_deref(),
            Some(b"https://hooks.example/x".as_slice())
        );
        assert_ne!(sealed, secrets.seal(owner, b"https://hooks.example/x").unwrap());
        assert_eq!(secrets.open(Uuid::now_v7(), &sealed), None);
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        assert_eq!(other.open(owner, &sealed), None);
        for cut in 0..sealed.len() {
            assert_eq!(secrets.open(owner, &sealed[..cut]), None);
        }
    }
}
