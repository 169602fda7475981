//! Proof that an address belongs to whoever registered it: a link, sent there by email.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};

use db::Conn;
use db::models::email_token::{EmailToken, Purpose};
use db::models::user::User;
use db::schema::{email_tokens, users};
use foundation::secrets::hash_token;
use platform::context::Context;

/// Marks the address of a link as verified and returns it; returns `None` if the link is unknown,
/// replaced or expired. From then on, the account's password and names are those of the link's own
/// registration, whoever registered the address before or after. The same link may be followed many
/// times within its life, because email scanners follow links too.
pub async fn follow_link(
    context: &Context,
    token: &str,
    conn: &mut Conn,
) -> QueryResult<Option<String>> {
    let now = context.clock.now();
    let hash = hash_token(token);
    conn.transaction(async move |conn| {
        let Some(link) = EmailToken::find_live(&hash, Purpose::Verify, now, conn).await? else {
            return Ok(None);
        };
        mark_verified(&link, now, conn).await?;
        diesel::update(email_tokens::table.find(link.id))
            .filter(email_tokens::used_at.is_null())
            .set(email_tokens::used_at.eq(now))
            .execute(conn)
            .await?;
        let user = User::find(link.user_id, conn).await?;
        let proven = user.email == link.email && user.email_verified_at.is_some();
        Ok(proven.then_some(link.email))
    })
    .await
}

/// Marks the address that the email went to as verified, and no other. The registered values are
/// adopted with the first proof only: later the account is its owner's.
pub(super) async fn mark_verified(
    link: &EmailToken,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let owner = users::table.find(link.user_id);
    let chosen = link.registration.as_ref();
    diesel::update(owner.filter(users::email.eq(&link.email)))
        .filter(users::email_verified_at.is_null())
        .set((
            chosen.map(|chosen| users::password_hash.eq(&chosen.password_hash)),
            chosen.map(|chosen| users::first_name.eq(&chosen.first_name)),
            chosen.map(|chosen| users::last_name.eq(&chosen.last_name)),
            chosen.map(|chosen| users::time_zone.eq(&chosen.time_zone)),
            users::email_verified_at.eq(now),
            users::updated_at.eq(now),
        ))
        .execute(conn)
        .await?;
    Ok(())
}
