//! API keys, by which programs call the API for a user.
//!
//! A token names its key, so that one query finds it, and ends with a checksum, so that one that was cut off or mistyped
//! is refused without a query. The key's row has only the hash of the token.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use db::error::Result;
use db::models::api_key::{ApiKey, Reminded, Scope};
use db::models::outbox::{Kind, NewMessage};
use foundation::hex;
use foundation::secrets::{hash_token, random_token};
use platform::context::Context;

/// What every token begins with.
pub const PREFIX: &str = "hrk_";
/// The length of the id in a token, and of its random part.
const ID_CHARS: usize = 32;
const RANDOM_CHARS: usize = 43;
const CHECKSUM_CHARS: usize = 8;
/// The time between two records of a key's use.
const BETWEEN_USES: TimeDelta = TimeDelta::minutes(1);
/// How long before a key expires its user is reminded.
pub const REMINDED_BEFORE: TimeDelta = TimeDelta::days(7);

/// The API key that a request carries. It is an extension of the request.
#[derive(Debug, Clone)]
pub struct KeyHolder {
    pub key_id: Uuid,
    pub user_id: Uuid,
    pub scopes: Vec<Scope>,
    pub expires_at: DateTime<Utc>,
}

/// The reason why a key does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such key, it was revoked, or its user is suspended.
    Unknown,
    Expired,
}

/// Creates the token of the key `id`.
///
/// # Errors
/// The system's random source failed.
pub fn new_token(id: Uuid) -> Result<String> {
    let token = format!("{PREFIX}{}_{}", id.simple(), random_token()?);
    let checksum = checksum(&token);
    Ok(format!("{token}_{checksum}"))
}

fn checksum(text: &str) -> String {
    let mut digits = hex::encode(&hash_token(text));
    digits.truncate(CHECKSUM_CHARS);
    digits
}

/// Returns the id in a token that is well formed.
fn id_of(token: &str) -> Option<Uuid> {
    let (text, last) = token.rsplit_once('_')?;
    let (id, random) = text.strip_prefix(PREFIX)?.split_at_checked(ID_CHARS)?;
    if random.len() != RANDOM_CHARS + 1 || !random.starts_with('_') || last != checksum(text) {
        return None;
    }
    Uuid::try_parse(id).ok()
}

/// Finds the key of a token, and records its use once a minute.
///
/// # Errors
/// The database failed.
pub async fn look_up(
    context: &Context,
    token: &str,
) -> Result<std::result::Result<KeyHolder, Refusal>> {
    let Some(id) = id_of(token) else {
        return Ok(Err(Refusal::Unknown));
    };
    let (hash, now) = (hash_token(token), context.clock.now());
    let mut conn = context.conn().await?;
    let key = ApiKey::find_usable(id, &mut conn).await?;
    let Some(key) = key.filter(|key| verify_slices_are_equal(&key.hash, &hash).is_ok()) else {
        return Ok(Err(Refusal::Unknown));
    };
    if key.expires_at <= now {
        return Ok(Err(Refusal::Expired));
    }
    if key.last_used_at.is_none_or(|at| at + BETWEEN_USES <= now) {
        ApiKey::touch(id, now, &mut conn).await?;
    }
    Ok(Ok(KeyHolder {
        key_id: id,
        user_id: key.user_id,
        scopes: key.scopes,
        expires_at: key.expires_at,
    }))
}

/// Sends an email about each key that expires within a week, once.
///
/// # Errors
/// The database failed; what was sent until then stays so.
pub async fn remind(context: &Context) -> Result<()> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    loop {
        let reminded = conn
            .transaction::<_, diesel::result::Error, _>(async |conn| {
                let keys = ApiKey::mark_reminded(REMINDED_BEFORE, now, conn).await?;
                let mail =
                    |key: &Reminded| NewMessage::mail(Kind::KeyExpires, key.user_id, key.id, now);
                NewMessage::enqueue(&keys.iter().map(mail).collect::<Vec<_>>(), conn).await?;
                Ok(keys.len())
            })
            .await?;
        if reminded == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_key_and_one_with_another_character_names_none() {
        let id = Uuid::now_v7();
        let token = new_token(id).unwrap();
        assert_eq!(token.len(), PREFIX.len() + ID_CHARS + 1 + RANDOM_CHARS + 1 + CHECKSUM_CHARS);
        assert_eq!(id_of(&token), Some(id));
        for place in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
            assert_eq!(id_of(&String::from_utf8(changed).unwrap()), None, "{place}");
            assert_eq!(id_of(&token[..place]), None, "{place}");
        }
        for wrong in ["", "hrk_", "hrk__", "hrk_é_é_é", &format!("{token}0"), &token.to_uppercase()]
        {
            assert_eq!(id_of(wrong), None, "{wrong}");
        }
    }
}
