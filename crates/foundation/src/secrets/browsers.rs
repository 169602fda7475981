//! The tokens of a signed-in browser: refresh tokens, and the token by which it is recognised when
//! it signs in again.

use super::{Engine, Secrets, URL_SAFE_NO_PAD, Uuid, hmac, random_bytes};

/// The random bytes of a refresh token, besides its session and its tag.
const CHANCE_BYTES: usize = 32;

impl Secrets {
    /// Creates the first refresh token of a session.
    ///
    /// # Errors
    /// The system's random source failed.
    pub fn first_refresh_token(&self, session: Uuid) -> anyhow::Result<String> {
        Ok(self.refresh_token(session, &random_bytes::<CHANCE_BYTES>()?))
    }

    /// Returns the token that follows `token` in its session. It is the same each time, so that a
    /// hundred parallel refreshes of one token end with one successor.
    pub fn next_refresh_token(&self, session: Uuid, token: &str) -> String {
        let chance = hmac::sign(&self.refresh, token.as_bytes());
        self.refresh_token(session, chance.as_ref())
    }

    fn refresh_token(&self, session: Uuid, chance: &[u8]) -> String {
        let body = [session.as_bytes().as_slice(), chance].concat();
        let tag = hmac::sign(&self.refresh_family, &body);
        URL_SAFE_NO_PAD.encode([&body, tag.as_ref()].concat())
    }

    /// Returns the session that a refresh token was made for, if this server made it; the database
    /// decides whether it still works. This recognises a replaced token, however long ago it was
    /// replaced, without storing it.
    pub fn session_of_refresh_token(&self, token: &str) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (body, tag) = bytes.split_at_checked(16 + CHANCE_BYTES)?;
        hmac::verify(&self.refresh_family, body, tag).ok()?;
        Uuid::from_slice(body.get(..16)?).ok()
    }

    /// Returns the token of browser `device`, which gave the user's password when the password had
    /// this version. The token grants no access; it identifies whose sign-in attempts these are.
    pub fn device_token(&self, device: Uuid, user_id: Uuid, password_version: i32) -> String {
        let tag = hmac::sign(&self.device, &of_device(device, user_id, password_version));
        URL_SAFE_NO_PAD.encode([device.as_bytes(), tag.as_ref()].concat())
    }

    /// Returns the browser that holds this token, if it has given the user's present password
    /// before.
    pub fn read_device_token(
        &self,
        token: &str,
        user_id: Uuid,
        password_version: i32,
    ) -> Option<Uuid> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (device, tag) = bytes.split_at_checked(16)?;
        let device = Uuid::from_slice(device).ok()?;
        let signed = of_device(device, user_id, password_version);
        hmac::verify(&self.device, &signed, tag).ok()?;
        Some(device)
    }
}

fn of_device(device: Uuid, user_id: Uuid, password_version: i32) -> Vec<u8> {
    [device.as_bytes().as_slice(), user_id.as_bytes(), &password_version.to_be_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refresh_token_names_its_session_and_cannot_be_made_up() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        let session = Uuid::now_v7();
        let first = secrets.first_refresh_token(session).unwrap();
        let second = secrets.next_refresh_token(session, &first);
        assert_eq!(second, secrets.next_refresh_token(session, &first));
        assert_ne!(first, second);
        for token in [&first, &second] {
            assert_eq!(secrets.session_of_refresh_token(token), Some(session));
            assert_eq!(other.session_of_refresh_token(token), None);
        }
        for token in ["", "x", &first[1..], &"A".repeat(107), &"A".repeat(4_000)] {
            assert_eq!(secrets.session_of_refresh_token(token), None, "{token}");
        }
    }

    #[test]
    fn a_device_token_holds_for_its_user_and_password_only() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        let (device, user) = (Uuid::now_v7(), Uuid::now_v7());
        let token = secrets.device_token(device, user, 3);
        assert_eq!(secrets.read_device_token(&token, user, 3), Some(device));
        assert_eq!(secrets.read_device_token(&token, user, 4), None);
        assert_eq!(secrets.read_device_token(&token, Uuid::now_v7(), 3), None);
        assert_eq!(other.read_device_token(&token, user, 3), None);
        for token in ["", "x", &token[1..], &"A".repeat(64), &"A".repeat(4_000)] {
            assert_eq!(secrets.read_device_token(token, user, 3), None, "{token}");
        }
    }
}
