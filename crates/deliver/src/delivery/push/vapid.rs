//! Identifies the sender: the server's key and its tokens for push services (RFC 8292).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;

/// The validity of a token; services accept at most a day (section 2).
const TOKEN_LIFE: Duration = Duration::hours(12);
/// The time for which a token is used: one close to its end might expire on the way.
const TOKEN_USE: Duration = Duration::hours(6);
/// The most origins with a token. Origins come from users; beyond this number, all tokens are made
/// again.
const MAX_ORIGINS: usize = 1_000;

/// The server's key for push services, and a token for each of them.
pub struct Vapid {
    signing: EncodingKey,
    /// The public half, base64url.
    public_key: String,
    /// The contact to whom a service writes when something is wrong: `https://…` or `mailto:…`.
    subject: String,
    tokens: Mutex<HashMap<String, Token>>,
}

#[derive(Clone)]
struct Token {
    text: String,
    made_at: DateTime<Utc>,
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

impl Vapid {
    /// Takes as the key the first of `candidates` that is a P-256 scalar, which all but one of four
    /// billion numbers of 32 bytes are. `contact` is `https://…` or `mailto:…`.
    ///
    /// # Errors
    /// No candidate is a valid key.
    pub fn new(
        mut candidates: impl Iterator<Item = [u8; 32]>,
        contact: &str,
    ) -> anyhow::Result<Self> {
        let key = candidates.find_map(|scalar| {
            let key = PrivateKey::from_private_key(&ECDH_P256, &scalar).ok()?;
            Some((scalar, key.compute_public_key().ok()?))
        });
        let (scalar, public) = key.context("none of the numbers is a key")?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair =
            EcdsaKeyPair::from_private_key_and_public_key(algorithm, &scalar, public.as_ref())?;
        Ok(Self {
            signing: EncodingKey::from_ec_der(pair.to_pkcs8v1()?.as_ref()),
            public_key: URL_SAFE_NO_PAD.encode(public.as_ref()),
            subject: contact.to_owned(),
            tokens: Mutex::default(),
        })
    }

    /// Returns the `applicationServerKey` that a browser needs to subscribe, base64url.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// Returns the `Authorization` header for the push service at `origin`.
    ///
    /// # Errors
    /// Signing failed, which it does not for keys of this kind.
    pub fn authorization(&self, origin: &str, now: DateTime<Utc>) -> anyhow::Result<String> {
        let token = match self.kept(origin, now) {
            Some(token) => token,
            None => self.make(origin, now)?,
        };
        Ok(format!("vapid t={token}, k={}", self.public_key))
    }

    fn kept(&self, origin: &str, now: DateTime<Utc>) -> Option<String> {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let token = tokens.get(origin)?;
        // A clock that was set back must not extend the use of a token.
        let age = (now - token.made_at).abs();
        (age < TOKEN_USE).then(|| token.text.clone())
    }

    fn make(&self, origin: &str, now: DateTime<Utc>) -> anyhow::Result<String> {
        let claims =
            Claims { aud: origin, exp: (now + TOKEN_LIFE).timestamp(), sub: &self.subject };
        let header = Header::new(Algorithm::ES256);
        let token =
            Token { text: jsonwebtoken::encode(&header, &claims, &self.signing)?, made_at: now };
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.len() >= MAX_ORIGINS {
            tokens.clear();
        }
        tokens.insert(origin.to_owned(), token.clone());
        Ok(token.text)
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::{DecodingKey, Validation, decode, decode_header};
    use serde_json::Value;

    use super::*;

    const ORIGIN: &str = "https://push.example";

    fn vapid() -> Vapid {
        Vapid::new(std::iter::once([7; 32]), "mailto:alerts@harken.example").unwrap()
    }

    fn claims(vapid: &Vapid, header: &str) -> Value {
        let rest = header.strip_prefix("vapid t=").unwrap();
        let (token, key) = rest.split_once(", k=").unwrap();
        assert_eq!(key, vapid.public_key());
        let point = URL_SAFE_NO_PAD.decode(key).unwrap();
        let (x, y) = (&point[1..33], &point[33..]);
        let key =
            DecodingKey::from_ec_components(&URL_SAFE_NO_PAD.encode(x), &URL_SAFE_NO_PAD.encode(y));
        let mut validation = Validation::new(Algorithm::ES256);
        validation.validate_exp = false;
        validation.set_audience(&[ORIGIN]);
        assert_eq!(decode_header(token).unwrap().typ.as_deref(), Some("JWT"));
        decode::<Value>(token, &key.unwrap(), &validation).unwrap().claims
    }

    #[test]
    fn a_token_is_made_out_to_the_service_and_holds_for_twelve_hours() {
        let vapid = vapid();
        let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let claims = claims(&vapid, &vapid.authorization(ORIGIN, now).unwrap());
        assert_eq!(claims["exp"], 1_790_000_000 + 12 * 3_600);
        assert_eq!(claims["sub"], "mailto:alerts@harken.example");
    }

    #[test]
    fn a_token_serves_half_its_life_and_one_service() {
        let vapid = vapid();
        let at = |hours: i64, origin| {
            let now = DateTime::UNIX_EPOCH + Duration::hours(hours);
            vapid.authorization(origin, now).unwrap()
        };
        let first = at(100, ORIGIN);
        assert_ne!(at(100, "https://other.example"), first);
        assert_eq!(at(105, ORIGIN), first);
        let second = at(106, ORIGIN);
        assert_ne!(second, first);
        assert_ne!(at(90, ORIGIN), second, "the clock was set back");
    }

    #[test]
    fn tokens_of_many_services_are_not_all_kept() {
        let vapid = vapid();
        for n in 0..=MAX_ORIGINS {
            let origin = format!("https://{n}.example");
            vapid.authorization(&origin, DateTime::UNIX_EPOCH).unwrap();
        }
        assert!(vapid.tokens.lock().unwrap().len() <= MAX_ORIGINS);
    }

    #[test]
    fn the_first_number_that_is_a_key_is_the_key() {
        let candidates = || [[0xff; 32], [0; 32], [7; 32], [8; 32]].into_iter();
        let key = Vapid::new(candidates(), "https://b.example").unwrap();
        assert_eq!(key.public_key(), vapid().public_key());
        assert_eq!(key.public_key().len(), 87);
        assert!(Vapid::new(candidates().take(2), "https://b.example").is_err());
    }
}
