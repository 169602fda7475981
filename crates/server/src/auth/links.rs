//! Links sent by mail: that prove an address, or let a new password be chosen.

use chrono::TimeDelta;
use diesel::QueryResult;
use uuid::Uuid;

use super::secrets::hash_token;
use crate::app::App;
use crate::db::Conn;
use crate::db::models::email_token::EmailToken;
use crate::db::models::outbox::{Kind, NewMessage};
use crate::db::models::user::User;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Verify,
    Reset,
}

impl Purpose {
    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
        }
    }

    fn life(self) -> TimeDelta {
        match self {
            Self::Verify => TimeDelta::hours(24),
            Self::Reset => TimeDelta::minutes(30),
        }
    }

    fn mail(self) -> Kind {
        match self {
            Self::Verify => Kind::VerifyEmail,
            Self::Reset => Kind::ResetPassword,
        }
    }
}

/// Makes a new link for the user, which voids the older one of its purpose, and puts its mail into
/// the outbox. To be called inside a transaction.
pub async fn send(app: &App, user: &User, purpose: Purpose, conn: &mut Conn) -> QueryResult<()> {
    let now = app.clock.now();
    let id = Uuid::now_v7();
    let link = EmailToken {
        id,
        user_id: user.id,
        purpose: purpose.as_str().to_owned(),
        token_hash: hash_token(&app.secrets.email_token(id)),
        email: user.email.clone(),
        created_at: now,
        expires_at: now + purpose.life(),
        used_at: None,
    };
    link.replace(conn).await?;
    let mail = NewMessage::mail(purpose.mail(), user.id, id, now);
    NewMessage::enqueue(&[mail], conn).await?;
    Ok(())
}
