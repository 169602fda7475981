//! Access tokens: JWTs that name the session that a call belongs to.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::SessionUser;
use foundation::secrets::Secrets;

/// The issuer and audience of access tokens (RFC 7519, section 4.1). Other tokens that this
/// product's keys might ever sign have other values, and are not access tokens.
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

impl SessionUser {
    /// Returns a JWT for the user, valid for `minutes`.
    ///
    /// # Errors
    /// Signing failed, which it does not for keys of this kind.
    pub fn access_token(
        self,
        secrets: &Secrets,
        now: DateTime<Utc>,
        minutes: u32,
    ) -> anyhow::Result<String> {
        self.access_token_until(secrets, now, now + TimeDelta::minutes(minutes.into()))
    }

    /// Returns a JWT for the user, valid until `end`.
    ///
    /// # Errors
    /// Signing failed, which it does not for keys of this kind.
    pub fn access_token_until(
        self,
        secrets: &Secrets,
        now: DateTime<Utc>,
        end: DateTime<Utc>,
    ) -> anyhow::Result<String> {
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: self.id,
            sid: self.session_id,
            iat: now.timestamp(),
            exp: end.timestamp(),
        };
        Ok(jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &secrets.encoding)?)
    }

    /// Returns the user and session of this token, if this server made it and it is still valid at
    /// `now`.
    pub fn of_access_token(token: &str, secrets: &Secrets, now: DateTime<Utc>) -> Option<Self> {
        let mut validation = Validation::new(Algorithm::HS256);
        // The time is checked against the clock that was passed in.
        validation.validate_exp = false;
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        let claims =
            jsonwebtoken::decode::<Claims>(token, &secrets.decoding, &validation).ok()?.claims;
        (claims.exp > now.timestamp()).then_some(Self { id: claims.sub, session_id: claims.sid })
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
        let user = SessionUser { id: Uuid::now_v7(), session_id: Uuid::now_v7() };
        let now = DateTime::UNIX_EPOCH;
        let token = user.access_token(&secrets, now, 15).unwrap();
        assert!(SessionUser::of_access_token(&token, &secrets, now).is_some());
        let payload = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap());
        let good: serde_json::Value = serde_json::from_slice(&payload.unwrap()).unwrap();
        assert_eq!((&good["iss"], &good["aud"]), (&"harken".into(), &"harken-api".into()));
        // Signed by the same key, and still not access tokens.
        for (claim, value) in
            [("iss", None), ("aud", None), ("iss", Some("elsewhere")), ("aud", Some("elsewhere"))]
        {
            let mut claims = good.clone();
            claims.as_object_mut().unwrap().remove(claim);
            if let Some(value) = value {
                claims[claim] = value.into();
            }
            let header = Header::new(Algorithm::HS256);
            let forged = jsonwebtoken::encode(&header, &claims, &secrets.encoding).unwrap();
            assert!(
                SessionUser::of_access_token(&forged, &secrets, now).is_none(),
                "{claim}: {value:?}"
            );
        }
    }
}
