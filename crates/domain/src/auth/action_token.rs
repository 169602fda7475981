//! Signed links in alerts: actions on an alert that need no sign-in.
//!
//! A link names the alert's user, watch and notification, the action that it allows, and the time
//! and the user's password version at which it was made; the signature covers all of it, so that
//! none can be turned into another. It reaches what the alert is about (its author, subreddit,
//! thread and watch) and nothing else. It is valid for thirty days from the match, and no longer
//! than the password, since emails and chats are forwarded and left lying about.
//!
//! Links to unsubscribe ([`Secrets::unsubscribe_token`]) are different: they are valid for as long
//! as the account exists. Anti-spam law wants them to work long after the email (CAN-SPAM: 30 days
//! at least), and mailbox providers follow them for emails of any age; they can only stop email.

use aws_lc_rs::hmac;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use db::models::user::User;
use foundation::secrets::Secrets;
use platform::context::Context;

/// The bytes of the action, three ids, the time in seconds and the number of the password.
const BODY_BYTES: usize = 1 + 3 * 16 + 8 + 4;
/// The time for which a link is valid.
const LIFE: TimeDelta = TimeDelta::days(30);

/// The content of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionLink {
    pub user_id: Uuid,
    pub watch_id: Uuid,
    pub notification_id: Uuid,
    pub action: Action,
    /// The time at which the alert was made, in whole seconds.
    pub made_at: DateTime<Utc>,
    /// The user's password version at that time.
    pub password_version: i32,
}

/// The action that a link allows. The numbers occur in emails that were sent: none is reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Action {
    /// Everything that the page of the alert offers: mute, snooze, not relevant.
    Page = 1,
    MuteThreadForADay = 2,
    MarkRead = 3,
    NotRelevant = 4,
    SnoozeForAnHour = 5,
}

impl Action {
    pub const ALL: [Self; 5] = [
        Self::Page,
        Self::MuteThreadForADay,
        Self::MarkRead,
        Self::NotRelevant,
        Self::SnoozeForAnHour,
    ];
}

impl ActionLink {
    /// Returns the link to the page of an alert that was made for `user` at `made_at`.
    pub fn page(
        user: &User,
        watch_id: Uuid,
        notification_id: Uuid,
        made_at: DateTime<Utc>,
    ) -> Self {
        Self {
            user_id: user.id,
            watch_id,
            notification_id,
            action: Action::Page,
            made_at,
            password_version: user.password_version,
        }
    }

    /// Returns the link that allows `action` on the same alert.
    pub fn to(self, action: Action) -> Self {
        Self { action, ..self }
    }

    /// Returns true if the link is still valid at `now`; `user` is the link's user.
    pub fn holds(&self, user: &User, now: DateTime<Utc>) -> bool {
        self.user_id == user.id
            && self.password_version == user.password_version
            && now < self.made_at + LIFE
    }

    /// Returns the full address. A GET shows a confirmation page; a POST with an empty body
    /// performs the one action that the link names, and is answered with 204.
    pub fn url(&self, context: &Context) -> String {
        let token = self.token(&context.secrets);
        context.config.server.address_of(&format!("/api/alerts/{token}"))
    }

    /// Returns the token of the link: 124 characters of base64url.
    pub fn token(self, secrets: &Secrets) -> String {
        let body = self.to_bytes();
        let tag = hmac::sign(&secrets.action, &body);
        URL_SAFE_NO_PAD.encode([&body[..], tag.as_ref()].concat())
    }

    /// Returns the link that a token encodes, if this server made it.
    pub fn of_token(token: &str, secrets: &Secrets) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (body, tag) = bytes.split_at_checked(BODY_BYTES)?;
        hmac::verify(&secrets.action, body, tag).ok()?;
        Self::from_bytes(body)
    }

    fn to_bytes(self) -> [u8; BODY_BYTES] {
        let mut bytes = [0; BODY_BYTES];
        bytes[0] = self.action as u8;
        bytes[1..17].copy_from_slice(self.user_id.as_bytes());
        bytes[17..33].copy_from_slice(self.watch_id.as_bytes());
        bytes[33..49].copy_from_slice(self.notification_id.as_bytes());
        bytes[49..57].copy_from_slice(&self.made_at.timestamp().to_be_bytes());
        bytes[57..].copy_from_slice(&self.password_version.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (number, rest) = bytes.split_first()?;
        let (ids, rest) = rest.split_at_checked(3 * 16)?;
        let mut ids = ids.chunks_exact(16).map(Uuid::from_slice);
        let mut id = || ids.next()?.ok();
        let (seconds, version) = rest.split_at_checked(8)?;
        let seconds = i64::from_be_bytes(seconds.try_into().ok()?);
        Some(Self {
            user_id: id()?,
            watch_id: id()?,
            notification_id: id()?,
            action: Action::ALL.into_iter().find(|a| *a as u8 == *number)?,
            made_at: DateTime::from_timestamp(seconds, 0)?,
            password_version: i32::from_be_bytes(version.try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(action: Action) -> ActionLink {
        ActionLink {
            user_id: Uuid::now_v7(),
            watch_id: Uuid::now_v7(),
            notification_id: Uuid::now_v7(),
            action,
            made_at: DateTime::UNIX_EPOCH,
            password_version: 7,
        }
    }

    #[test]
    fn a_token_is_read_as_it_was_made_and_by_nobody_else() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let other = Secrets::new("another-secret-for-tests-of-enough-length");
        for action in Action::ALL {
            let link = link(action);
            let token = link.token(&secrets);
            assert_eq!(token.len(), 124);
            assert_eq!(ActionLink::of_token(&token, &secrets), Some(link));
            assert_eq!(ActionLink::of_token(&token, &other), None);
        }
    }

    #[test]
    fn no_byte_of_a_token_can_be_changed() {
        let secrets = Secrets::new("a-secret-for-tests-of-enough-length");
        let token = link(Action::MarkRead).token(&secrets);
        for at in 0..token.len() {
            for other in "Aa0_-=.".chars() {
                let mut changed = token.clone();
                changed.replace_range(at..=at, &other.to_string());
                let same = changed == token;
                assert_eq!(ActionLink::of_token(&changed, &secrets).is_some(), same, "{at}");
            }
            assert_eq!(ActionLink::of_token(&token[..at], &secrets), None, "{at}");
        }
        assert_eq!(ActionLink::of_token(&format!("{token}A"), &secrets), None);
        let user = Uuid::now_v7();
        let foreign = secrets.unsubscribe_token(user);
        assert_eq!(ActionLink::of_token(&foreign, &secrets), None);
    }
}
