//! Links sent by email that prove an address, or allow choosing a new password.

use diesel::QueryResult;
use uuid::Uuid;

use db::Conn;
use db::models::email_token::{EmailToken, Purpose};
use db::models::outbox::NewMessage;
use db::models::registration::Registration;
use db::models::user::User;
use foundation::secrets::hash_token;
use platform::context::Context;

/// Emails a new link that proves the user's address, for the names chosen in `registration`. Must
/// be called inside a transaction.
pub async fn send_verification(
    context: &Context,
    user: &User,
    registration: Registration,
    conn: &mut Conn,
) -> QueryResult<()> {
    send(context, user, Purpose::Verify, Some(registration), conn).await
}

/// Emails a new link to choose a password. Must be called inside a transaction.
pub async fn send_reset(context: &Context, user: &User, conn: &mut Conn) -> QueryResult<()> {
    send(context, user, Purpose::Reset, None, conn).await
}

/// Creates a new link for the user, which voids the older one of its purpose, and puts its email
/// into the outbox.
async fn send(
    context: &Context,
    user: &User,
    purpose: Purpose,
    registration: Option<Registration>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let now = context.clock.now();
    let id = Uuid::now_v7();
    let link = EmailToken {
        id,
        user_id: user.id,
        purpose,
        token_hash: hash_token(&context.secrets.email_token(id)),
        email: user.email.clone(),
        created_at: now,
        expires_at: now + purpose.life(),
        used_at: None,
        registration,
    };
    link.replace(conn).await?;
    let mail = NewMessage::mail(purpose.mail(), user.id, id, now);
    NewMessage::enqueue(&[mail], conn).await?;
    Ok(())
}
