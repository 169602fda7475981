//! Turns a row of the outbox into an email, from its subject as it is now.

use std::borrow::Cow;

use askama::Template;
use aws_lc_rs::digest as sha;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::OptionalExtension;

use super::Unsent;
use super::account_action::Action;
use super::alert::Found;
use super::digest;
use super::digest::email::digest_email;
use super::email_parts::{
    SUBJECT_LENGTH, TITLE_LENGTH, address, base, message_id, one_line, path_of_match, spans,
    web_link,
};
use super::excerpt::excerpt;
use super::mail::Email;
use super::post::PostExcerpt;
use super::templates::{MatchHtml, MatchText};
use super::wrap::wrap;
use db::models::api_key::ApiKey;
use db::models::email_token::EmailToken;
use db::models::endpoint::Endpoint;
use db::models::outbox::{Kind, OutboxRow};
use db::models::subscription::Subscription;
use db::models::user::User;
use db::models::watch::Watch;
use domain::auth::action_token::{Action as LinkAction, ActionLink};
use foundation::time::calendar::zone;
use foundation::wording::labels::{author_label, heading, headline};
use foundation::wording::line::looks_like_address;
use platform::context::Context;
use platform::silence;
use platform::wire::{ItemKind, MatchField, Notification};

/// The approximate number of characters that the email about a match shows of its post.
const EXCERPT_CHARS: usize = 700;

/// Builds the email for `row`.
///
/// # Errors
/// There is nothing left to send, or the database or a template failed.
pub async fn compose(context: &Context, row: &OutboxRow) -> Result<Email, Unsent> {
    let kind = row.kind;
    let mut conn = context.conn().await?;
    let Some(user) = User::find(row.user_id, &mut conn).await.optional()? else {
        return Err(Unsent::skipped("the account is gone"));
    };
    if user.suspended_at.is_some() {
        return Err(Unsent::Suspended);
    }
    if kind.is_alert() && user.mail_refused_at.is_some() {
        return Err(Unsent::skipped("mail to the address is refused"));
    }
    match kind {
        Kind::Match => {
            if user.email_verified_at.is_none() || !user.email_notifications {
                return Err(Unsent::skipped("the account wants no mail"));
            }
            let found = Found::find(context, row, &mut conn).await?;
            drop(conn);
            Ok(match_email(context, row, &user, &found)?)
        }
        Kind::Digest => {
            if user.email_verified_at.is_none() || !user.email_notifications {
                return Err(Unsent::skipped("the account wants no mail"));
            }
            let now = context.clock.now();
            let digest = digest::load(row, &user, now, &mut conn).await?;
            // Immediate digests are frequent, so only the others carry notices.
            let notices = match digest.at_once {
                true => Vec::new(),
                false => silence::notices(&user, now, &mut conn).await?,
            };
            drop(conn);
            Ok(digest_email(context, row, &user, &digest, &notices)?)
        }
        Kind::VerifyEmail | Kind::ResetPassword => {
            let link =
                EmailToken::find_unused(row.subject_id, context.clock.now(), &mut conn).await?;
            drop(conn);
            let Some(link) = link else {
                return Err(Unsent::skipped("the link is no longer good"));
            };
            if kind == Kind::VerifyEmail && user.email_verified_at.is_some() {
                return Err(Unsent::skipped("the address is verified"));
            }
            let secret = context.secrets.email_token(row.subject_id);
            let action = match kind {
                Kind::VerifyEmail => Action::verify(context, &secret, &link),
                _ => Action::reset(context, &secret),
            };
            Ok(action.email(context, row, link.email)?)
        }
        Kind::Test => {
            drop(conn);
            let action = Action::test(context);
            Ok(action.email(context, row, user.email)?)
        }
        Kind::EndpointPaused => {
            let endpoint = Endpoint::find_paused(row.subject_id, &mut conn).await?;
            drop(conn);
            let Some(endpoint) = endpoint else {
                return Err(Unsent::skipped("the channel is no longer paused"));
            };
            let action = Action::endpoint_paused(context, &endpoint, zone(&user.time_zone));
            Ok(action.email(context, row, user.email)?)
        }
        Kind::WatchPaused => {
            let watch = Watch::find_paused(row.subject_id, user.id, &mut conn).await?;
            drop(conn);
            let Some(watch) = watch else {
                return Err(Unsent::skipped("the keyword is no longer paused"));
            };
            let action = Action::watch_paused(context, &watch);
            Ok(action.email(context, row, user.email)?)
        }
        Kind::CoverageGap => Err(Unsent::dead("gaps are sent to endpoints alone")),
        Kind::Upgraded => {
            let subscription = Subscription::find(row.subject_id, &mut conn).await?;
            drop(conn);
            let Some(subscription) = subscription.filter(Subscription::is_live) else {
                return Err(Unsent::skipped("the subscription has ended"));
            };
            let action = Action::upgraded(context, &subscription, zone(&user.time_zone));
            Ok(action.email(context, row, user.email)?)
        }
        Kind::PasswordChanged => {
            let endpoints = Endpoint::of_user(user.id, &mut conn).await?;
            drop(conn);
            let zone = zone(&user.time_zone);
            let action = Action::password_changed(context, row.created_at, &endpoints, zone);
            Ok(action.email(context, row, user.email)?)
        }
        Kind::KeyCreated | Kind::KeyExpires => {
            let key = ApiKey::find(row.subject_id, &mut conn).await?;
            drop(conn);
            let Some(key) = key else {
                return Err(Unsent::skipped("the API key was revoked"));
            };
            let zone = zone(&user.time_zone);
            let action = match kind {
                Kind::KeyCreated => Action::key_created(context, &key, zone),
                _ => Action::key_expires(context, &key, zone),
            };
            Ok(action.email(context, row, user.email)?)
        }
        Kind::AlreadyRegistered => {
            drop(conn);
            let action = Action::already_registered(context);
            Ok(action.email(context, row, user.email)?)
        }
    }
}

fn match_email(
    context: &Context,
    row: &OutboxRow,
    user: &User,
    found: &Found,
) -> anyhow::Result<Email> {
    let (notification, names) = (&found.notification, &found.names);
    let post = &notification.reddit_post;
    let place = names.within(&post.subreddit);
    let token = context.secrets.unsubscribe_token(user.id);
    let unsubscribe_url = address(context, &format!("api/unsubscribe/{token}"));
    let (watch_id, made_at) = (notification.watch_id, notification.created_at);
    let less = ActionLink::page(user, watch_id, notification.id, made_at);
    let alert = less.token(&context.secrets);
    let open_url = match found.facts {
        Some(_) => context.config.server.address_of(&path_of_match(notification.id)),
        None => address(context, "notifications"),
    };
    let author = one_line(&post.author, SUBJECT_LENGTH);
    let mut facts = vec![format!("by {}", author_label(&author, &post.subreddit))];
    if let Some(known) = found.facts {
        facts.extend(known.score(&post.subreddit));
        facts.push(known.time_and_age(zone(&user.time_zone), row.created_at));
    }
    let keyword = one_line(&notification.matched_keyword, SUBJECT_LENGTH);
    let page = MatchHtml {
        product_url: context.config.server.public_url.as_str(),
        keyword: &keyword,
        subreddit: &post.subreddit,
        place: &names.label(&post.subreddit),
        what: match notification.kind {
            ItemKind::Post => "post",
            ItemKind::Comment => "comment",
        },
        title: excerpt(
            &heading(&post.title, &post.author, &post.subreddit, &place),
            &spans(notification, MatchField::Title),
            TITLE_LENGTH,
        ),
        links_title: !looks_like_address(&post.title),
        facts: &facts,
        excerpt: PostExcerpt::of(
            &post.content,
            &spans(notification, MatchField::Body),
            &post.url,
            EXCERPT_CHARS,
        ),
        post_url: &web_link(&post.url).unwrap_or(Cow::Borrowed(&open_url)),
        open_url: &open_url,
        is_hearing_test: found.facts.is_none(),
        settings_url: &address(context, "settings"),
        less_url: &less.url(context),
        not_relevant_url: &less.to(LinkAction::NotRelevant).url(context),
        unsubscribe_url: &format!("{unsubscribe_url}?alert={alert}"),
    };
    let subject = format!(
        "“{}” {place}: {}",
        notification.matched_keyword,
        headline(&post.title, &post.content)
    );
    Ok(Email {
        to: user.email.clone(),
        subject: one_line(&subject, SUBJECT_LENGTH),
        html: page.render()?,
        text: wrap(&MatchText { page: &page }.render()?),
        message_id: message_id(context, row),
        references: thread_reference(context, notification),
        unsubscribe_url: Some(unsubscribe_url),
    })
}

impl Action {
    /// States when the account was registered: if strangers register the owner's address too, the
    /// owner recognises their own link by that.
    fn verify(context: &Context, token: &str, link: &EmailToken) -> Self {
        let mut url = base(context, "verify-email");
        url.query_pairs_mut().append_pair("token", token).append_pair("email", &link.email);
        let registered = link.registration.as_ref().map(|chosen| chosen.at);
        let registered = registered.unwrap_or(link.created_at);
        Self {
            subject: "Verify your email address",
            paragraphs: vec![
                "Welcome to Harken. Please confirm that this address is yours, so that alerts can \
                 reach you."
                    .to_owned(),
                format!(
                    "This link is for the account that was signed up on {}. On its page you choose \
                     the password, so that nobody else can sign in, even if someone else entered \
                     your address.",
                    registered.format("%-d %B %Y at %H:%M (UTC)")
                ),
            ],
            button: "Verify email address",
            url: url.into(),
            small_print: "The link works for 24 hours. If you did not sign up for Harken, ignore \
                this email and nothing will happen.",
        }
    }

    fn reset(context: &Context, token: &str) -> Self {
        let mut url = base(context, "reset-password");
        url.query_pairs_mut().append_pair("token", token);
        Self {
            subject: "Reset your password",
            paragraphs: vec![
                "Someone, hopefully you, asked to reset the password of your Harken account."
                    .to_owned(),
            ],
            button: "Choose a new password",
            url: url.into(),
            small_print: "The link works once, for 30 minutes. If you did not ask for it, ignore \
                          this email: your password stays as it is.",
        }
    }

    fn already_registered(context: &Context) -> Self {
        Self {
            subject: "You already have a Harken account",
            paragraphs: vec![
                "Someone, perhaps you, tried to sign up for Harken with this address. It already \
                 has an account, so nothing was changed."
                    .to_owned(),
                format!(
                    "If you have forgotten your password, you can choose a new one at {}",
                    address(context, "forgot-password")
                ),
            ],
            button: "Sign in",
            url: address(context, "login"),
            small_print: "If that was not you, you do not need to do anything.",
        }
    }
}

/// Returns an id that all emails of a watch about one thread reference, so that mail programs group
/// them (RFC 5322, section 3.6.4). It is not the id of any email.
fn thread_reference(context: &Context, notification: &Notification) -> Option<String> {
    // The forum's ids are opaque: a hash of them is certain to be allowed in a header.
    let (watch, thread) = (notification.watch_id, &notification.thread_id);
    let both = [watch.as_bytes(), thread.as_bytes()].concat();
    let hash = sha::digest(&sha::SHA256, &both);
    let name = URL_SAFE_NO_PAD.encode(hash.as_ref().get(..16)?);
    let host = context.config.server.public_url.host_str();
    Some(format!("<{name}@{}>", host.unwrap_or("localhost")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_has_one_line_of_bounded_length() {
        let hostile = "Hi\r\nBcc: all@example.com\u{0}\u{2028}\tthere";
        assert_eq!(one_line(hostile, 120), "Hi Bcc: all@example.com there");
        let long = one_line(&"word ".repeat(100), 120);
        assert!(long.chars().count() <= 120 && long.ends_with("word…"), "{long}");
    }

    #[test]
    fn only_links_of_the_web_are_carried() {
        for (url, link) in [
            ("https://forum.example/r/rust", "https://forum.example/r/rust"),
            ("https://ja.example/日本?a=b", "https://ja.example/日本?a=b"),
            (
                "https://forum.example/\nUnsubscribe: https://evil.example",
                "https://forum.example/Unsubscribe:%20https://evil.example",
            ),
            ("https://a.example/\u{202e}gpj.exe", "https://a.example/%E2%80%AEgpj.exe"),
        ] {
            assert_eq!(web_link(url).as_deref(), Some(link));
        }
        for url in ["javascript:alert(1)", "data:text/html,x", "/r/rust", ""] {
            assert_eq!(web_link(url), None, "{url}");
        }
    }
}
