//! Access tokens: JWTs that say whose session a call belongs to.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::AuthUser;
use crate::secrets::Secrets;

/// Who makes access tokens and who they are for (RFC 7519, section 4.1). Other tokens that this
/// product's keys might ever sign say something else, and are none.
const ISSUER: &str = "harken";
const AUDIENCE: &str = "harken-api";

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    /// The user.
    sub: Uuid,
    /// The session.
    sid: Uuid,
    iat: i64,
    exp: i64,
}

impl Secrets {
    /// Returns a JWT for `user`, good for `minutes`.
    ///
    /// # Errors
    /// Signing failed, which it does not for keys of this kind.
    pub fn access_token(
        &self,
        user: AuthUser,
        now: DateTime<Utc>,
        minutes: u32,
    ) -> anyhow::Result<String> {
        self.access_token_until(user, now, now + TimeDelta::minutes(minutes.into()))
    }

    /// Returns a JWT for `user`, good until `end`.
    ///
    /// # Errors
    /// Signing failed, which it does not for keys of this kind.
    pub fn access_token_until(
        &self,
        user: AuthUser,
        now: DateTime<Utc>,
        end: DateTime<Utc>,
    ) -> anyhow::Result<String> {
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: user.id,
            sid: user.session_id,
            iat: now.timestamp(),
            exp: end.timestamp(),
        };
        Ok(jsonwebtoken::encode(
            &Header::new(Algorithm::HS256),
            &claims,
            &self.encoding,
        )?)
    }

    /// Returns whose token this is, if it is one of ours and still good at `now`.
    pub fn read_access_token(&self, token: &str, now: DateTime<Utc>) -> Option<AuthUser> {
        let mut validation = Validation::new(Algorithm::HS256);
        // The time is checked against the clock that was passed in.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        let claims = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .ok()?
            .claims;
        (claims.exp > now.timestamp()).then_some(AuthUser {
            id: claims.sub,
            session_id: claims.sid,
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    #[test]
    fn an_access_token_says_who_made_it_and_for_whom_and_none_without_is_read() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let user = AuthUser {
            id: Uuid::now_v7(),
            session_id: Uuid::now_v7(),
        };
        let now = DateTime::UNIX_EPOCH;
        let token = secrets.access_token(user, now, 15).unwrap();
        assert!(secrets.read_access_token(&token, now).is_some());
        let payload = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap());
        let good: serde_json::Value = serde_json::from_slice(&payload.unwrap()).unwrap();
        assert_eq!(
            (&good["iss"], &good["aud"]),
            (&"harken".into(), &"harken-api".into())
        );
        // Signed by the same key, and still none.
        for (claim, value) in [
            ("iss", None),
            ("aud", None),
            ("iss", Some("elsewhere")),
            ("aud", Some("elsewhere")),
        ] {
            let mut claims = good.clone();
            claims.as_object_mut().unwrap().remove(claim);
            if let Some(value) = value {
                claims[claim] = value.into();
            }
            let header = Header::new(Algorithm::HS256);
            let forged = jsonwebtoken::encode(&header, &claims, &secrets.encoding).unwrap();
            assert!(
                secrets.read_access_token(&forged, now).is_none(),
                "{claim}: {value:?}"
            );
        }
    }
}
