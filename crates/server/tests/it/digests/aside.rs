//! Matches that are probably not relevant wait for a digest, in a list of their own.

use db::models::notification::NotificationStatus;
use domain::learned::learn_next;
use sims::smtp::Message;

use super::Digests;
use crate::support::prelude::*;

const NOT_RELEVANT: &str = "status = 'archived', not_relevant_at = created_at";
/// The words of posts about kettles, and of those about the band of that name.
pub(super) const TEA: [&str; 5] =
    ["water boils", "green tea", "spout and lid", "limescale", "brewing leaves"];
pub(super) const BAND: [&str; 5] =
    ["loud guitar", "drummer left", "new album", "concert tour", "band reunion"];

fn titles(about: [&str; 5], count: usize) -> Vec<String> {
    (0..count).map(|n| format!("kettle {}: {} {n}", about[n % 5], about[(n / 5) % 5])).collect()
}

impl Digests {
    pub(super) async fn learn(&self) {
        let (app, now) = (&self.mail.app, self.now());
        let learn =
            || learn_next(&app.pool, &app.config.relevance, app.embeddings.as_ref(), now, now);
        assert!(learn().await.unwrap());
        assert!(!learn().await.unwrap(), "one user each time");
    }

    /// Stores posts about tea, which are opened, and about the band, which are not relevant.
    pub(super) async fn label(&self, each: usize) {
        self.posts(&titles(TEA, each)).await;
        self.mark("status = 'read'").await;
        self.posts(&titles(BAND, each)).await;
        self.mark(NOT_RELEVANT).await;
        self.send(1).await;
        self.mail.sink.mailbox.clear();
    }

    /// Has the user mark all unread matches.
    async fn mark(&self, set: &str) {
        self.sql(&format!("UPDATE notifications SET {set} WHERE status = 'unread'")).await;
    }

    async fn with(&self, status: NotificationStatus) -> i64 {
        self.count(&format!("notifications WHERE status = '{status}'")).await
    }
}

const MORNING: &str = "2026-11-21T09:00:00Z";

#[tokio::test]
async fn what_is_probably_not_relevant_is_set_aside_for_the_digest_of_the_day() {
    let test = Digests::with_reader(MORNING, "sets_aside = true, burst_limit = 1000").await;
    test.label(9).await;
    test.learn().await;
    test.post("kettle concert tour: new album").await;
    assert_eq!(test.new_mails().await.len(), 1, "nine of each kind are too few");
    test.mark(NOT_RELEVANT).await;
    test.label(1).await;
    test.pass(TimeDelta::minutes(1));
    test.learn().await;

    test.posts(&titles(BAND, 60)).await;
    test.post("kettle with limescale: water boils").await;
    let (aside, shown) =
        (test.with(NotificationStatus::Aside).await, test.count("set_aside WHERE is_shown").await);
    assert!(aside >= 40, "only {aside} are set aside");
    assert!(shown < 20, "{shown} are shown to learn from");
    assert_eq!(test.with(NotificationStatus::Unread).await, 61 - aside);
    let now = test.new_mails().await;
    let says = |mail: &Message| mail.text.as_ref().unwrap().contains("limescale");
    assert!(now.iter().any(|mail| says(mail)), "it is relevant");
    test.go_to("2026-11-22T08:00:00Z");
    let digest = test.subjects().await;
    assert_eq!(digest, [format!("{aside} new matches for “kettle”")]);
}

#[tokio::test]
async fn a_match_that_was_archived_unread_is_no_label() {
    let test = Digests::with_reader(MORNING, "sets_aside = true, burst_limit = 1000").await;
    for (about, set) in [(TEA, "status = 'archived'"), (BAND, NOT_RELEVANT)] {
        test.posts(&titles(about, 10)).await;
        test.mark(set).await;
    }
    test.learn().await;
    assert_eq!(test.count("learned_watches").await, 0);
    test.sql("UPDATE notifications SET was_read = true WHERE not_relevant_at IS NULL").await;
    test.pass(TimeDelta::minutes(1));
    test.learn().await;
    assert_eq!(test.count("learned_watches").await, 1);
}

#[tokio::test]
async fn words_that_are_ignored_set_nothing_aside() {
    let test = Digests::with_reader(MORNING, "sets_aside = true, burst_limit = 1000").await;
    test.label(10).await;
    test.learn().await;
    let words: Vec<&str> = BAND.iter().flat_map(|two| two.split(' ')).collect();
    test.sql(&format!(
        "INSERT INTO ignored_words SELECT id, word, now() FROM watches, unnest('{{{}}}'::text[]) AS word",
        words.join(",")
    ))
    .await;
    test.posts(&titles(BAND, 20)).await;
    assert_eq!(test.with(NotificationStatus::Aside).await, 0);
    test.sql("DELETE FROM ignored_words").await;
    test.posts(&titles(BAND, 20)).await;
    assert!(test.with(NotificationStatus::Aside).await > 10);
}

#[tokio::test]
async fn nothing_is_set_aside_for_an_account_or_a_keyword_that_shows_all() {
    for (user, watch) in
        [("sets_aside = false", "shows_all = false"), ("sets_aside = true", "shows_all = true")]
    {
        let test = Digests::with_reader(MORNING, "sets_aside = true, burst_limit = 1000").await;
        test.label(10).await;
        test.learn().await;
        test.sql(&format!("UPDATE users SET {user}")).await;
        test.sql(&format!("UPDATE watches SET {watch}")).await;
        test.posts(&titles(BAND, 20)).await;
        assert_eq!(test.with(NotificationStatus::Unread).await, 20, "{user}, {watch}");
        assert_eq!(test.count("set_aside").await, 0);
    }
}

#[tokio::test]
async fn what_was_learned_is_gone_with_its_texts() {
    let test = Digests::with_reader(MORNING, "sets_aside = true").await;
    test.label(10).await;
    test.learn().await;
    assert_eq!(test.count("learned_watches").await, 1);
    test.sql("UPDATE items SET gone_at = now() WHERE title LIKE '%album%'").await;
    test.pass(TimeDelta::minutes(1));
    test.learn().await;
    assert_eq!(test.count("learned_watches").await, 0, "fewer than ten are left");
}

#[tokio::test]
async fn similarity_to_the_description_counts_where_the_operator_provides_embeddings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../embeddings/tests/models/uncased");
    let mail = MailApp::init_with(&[&format!("relevance.embeddings={folder}")]).await;
    let test = Digests::of(mail, MORNING);
    let user = test.user("ada@example.com", "sets_aside = true, burst_limit = 1000").await;
    test.watch(user, "kettle").await;
    test.sql("UPDATE watches SET description = 'the language, not the game'").await;
    let titles = |text: &str| (0..10).map(|n| format!("kettle {text} {n}")).collect::<Vec<_>>();
    for (text, set) in [("language", "status = 'read'"), ("game", NOT_RELEVANT)] {
        test.posts(&titles(text)).await;
        test.mark(set).await;
    }
    test.learn().await;
    test.posts(&titles("game again")).await;
    let user = test.mail.app.sign_in(user).await;
    let aside = user.get("/api/notifications?status=aside").await.expect(200).json;
    let id = aside["notifications"][0]["_id"].as_str().unwrap();
    let explained = user.get(&format!("/api/notifications/{id}/explanation")).await.expect(200);
    let words = explained.json["asideWords"].as_array().unwrap();
    assert!(words.contains(&json!("your description")), "{words:?}");
}
