//! Invitations: permission to create an account if registration requires one. Administrators and
//! the command line create them and pass them on.

use chrono::TimeDelta;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use db::error::Result;
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::invitation::Invitation;
use foundation::secrets::{hash_token, random_token};
use platform::context::Context;

/// Creates an invitation, for one address or for whoever has it, and returns the address of the page where it is
/// used. Its token is shown here and never again. `actor` is the administrator, or `None` for the command line.
///
/// # Errors
/// The database or the system's random source failed.
pub async fn invite(
    context: &Context,
    actor: Option<Uuid>,
    email: Option<String>,
    life: TimeDelta,
) -> Result<String> {
    let token = random_token()?;
    let now = context.clock.now();
    let invitation = Invitation {
        id: Uuid::now_v7(),
        token_hash: hash_token(&token),
        email,
        created_at: now,
        expires_at: now + life,
    };
    let details = Details {
        days: Some(life.num_days()),
        for_one_address: Some(invitation.email.is_some()),
        ..Details::default()
    };
    let entry = AuditEntry::new(Act::AccountInvited, now).by(actor);
    let mut conn = context.conn().await?;
    conn.transaction(async move |conn| {
        invitation.insert(conn).await?;
        entry.with(details).write(conn).await
    })
    .await?;
    let page = format!("/register?invite={token}");
    Ok(context.config.server.address_of(&page))
}

/// Returns true if an invitation can be used with an address: one that is unknown, expired, for
/// somebody else or was used by somebody else cannot.
///
/// # Errors
/// The database failed.
pub async fn is_usable(context: &Context, token: &str, email: &str) -> Result<bool> {
    let (hash, now) = (hash_token(token), context.clock.now());
    let mut conn = context.conn().await?;
    Ok(Invitation::is_usable(&hash, email, now, &mut conn).await?)
}
