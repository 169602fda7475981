//! Everything that a new password invalidates, however it was chosen: whoever knew the old one may
//! have signed in, read the feeds' addresses, kept links of alerts, created API keys, and added
//! receivers of their own.

use chrono::{DateTime, Utc};
use diesel::QueryResult;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::models::api_key::ApiKey;
use db::models::email_token::{EmailToken, Purpose};
use db::models::outbox::{Kind, NewMessage};
use db::models::session::Session;
use db::models::user::User;
use db::schema::users;

/// Sets an account's new password. All of its sessions but `kept` end, with links to choose a
/// password, links in earlier alerts, addresses of feeds, API keys and known browsers, and its owner
/// is notified by email. Must be called inside a transaction.
pub async fn set(
    user_id: Uuid,
    hash: &str,
    kept: Option<Uuid>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    User::set_password(user_id, hash, now, conn).await?;
    diesel::update(users::table.find(user_id))
        .set(users::feed_version.eq(users::feed_version + 1))
        .execute(conn)
        .await?;
    // A link that somebody requested before must not undo the change.
    EmailToken::void(user_id, Purpose::Reset, conn).await?;
    ApiKey::delete_all(user_id, conn).await?;
    // Wakes the live streams, also those of keys.
    Session::revoke_others(user_id, kept, now, conn).await?;
    let notice = NewMessage::mail(Kind::PasswordChanged, user_id, Uuid::now_v7(), now);
    NewMessage::enqueue(&[notice], conn).await?;
    Ok(())
}
