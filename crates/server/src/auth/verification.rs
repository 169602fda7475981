//! Proof that an address belongs to whoever registered it: a link, sent there by mail.

use chrono::TimeDelta;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::secrets::hash_token;
use crate::app::App;
use crate::db::Conn;
use crate::db::models::email_token::EmailToken;
use crate::db::models::outbox::{Kind, NewMessage};
use crate::db::models::user::User;
use crate::db::schema::{email_tokens, users};

const LIFE_HOURS: i64 = 24;
const PURPOSE: &str = "verify";

/// Makes a new link for the user, which voids the older one, and puts its mail into the outbox. To
/// be called inside a transaction.
pub async fn send_link(app: &App, user: &User, conn: &mut Conn) -> QueryResult<()> {
    let now = app.clock.now();
    let id = Uuid::now_v7();
    let link = EmailToken {
        id,
        user_id: user.id,
        purpose: PURPOSE.to_owned(),
        token_hash: hash_token(&app.secrets.email_token(id)),
        email: user.email.clone(),
        created_at: now,
        expires_at: now + TimeDelta::hours(LIFE_HOURS),
        used_at: None,
    };
    link.replace(conn).await?;
    let mail = NewMessage::mail(Kind::VerifyEmail, user.id, id, now);
    NewMessage::enqueue(&[mail], conn).await?;
    Ok(())
}

/// Marks the address of a link as verified and returns it; `None` if the link is unknown, replaced or
/// out of date. The same link may be followed many times within its life, because scanners of mail
/// follow links too.
pub async fn follow_link(app: &App, token: &str, conn: &mut Conn) -> QueryResult<Option<String>> {
    let now = app.clock.now();
    let hash = hash_token(token);
    conn.transaction(async move |conn| {
        let Some(link) = EmailToken::find_live(&hash, PURPOSE, now, conn).await? else {
            return Ok(None);
        };
        // Only the address that the mail went to is proven.
        let owner = users::table.find(link.user_id);
        diesel::update(owner.filter(users::email.eq(&link.email)))
            .filter(users::email_verified_at.is_null())
            .set((users::email_verified_at.eq(now), users::updated_at.eq(now)))
            .execute(conn)
            .await?;
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
