//! More matches than anybody wants to be alerted to one by one.

use super::Digests;
use crate::support::prelude::*;

fn titles(count: usize, word: &str) -> Vec<String> {
    (0..count).map(|n| format!("{word} number {n}")).collect()
}

#[tokio::test]
async fn a_page_full_of_matches_is_one_mail_and_a_single_match_is_its_own() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "burst_limit = 1000").await;
    let bob = test.user("bob@example.com", "burst_limit = 1000").await;
    test.watch(ada, "kettle").await;
    test.watch(ada, "number").await;
    test.watch(bob, "number 7").await;
    test.posts(&titles(30, "kettle")).await;
    let mut subjects = test.subjects().await;
    subjects.sort();
    assert_eq!(subjects, ["60 new matches for 2 keywords", "“number 7” in r/tea: kettle number 7"]);
    // Another batch in the same moment is another email: the first one has been sent.
    test.posts(&titles(2, "kettle")).await;
    assert_eq!(test.subjects().await, ["4 new matches for 2 keywords"]);
}

#[tokio::test]
async fn an_email_links_to_all_that_it_mentions_and_to_nothing_else() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.mail.app.new_user("ada@example.com").await;
    let bob = test.mail.app.new_user("bob@example.com").await;
    test.sql("UPDATE users SET burst_limit = 1000").await;
    test.watch(ada.user.id, "kettle").await;
    test.watch(ada.user.id, "green tea").await;
    test.posts(&titles(1, "an earlier kettle")).await;
    test.subjects().await;
    let mut both = titles(30, "kettle");
    both.extend(titles(3, "green tea"));
    test.posts(&both).await;
    let mails = test.new_mails().await;
    let [mail] = &mails[..] else { panic!("one mail") };
    let text = mail.text.as_deref().unwrap();
    let link = |before: &str| {
        let (_, after) = text.split_once(&format!("\n{before}:")).unwrap();
        let url = after.split_whitespace().next().unwrap();
        let page = "/notifications/message/";
        let (_, told) = url.split_once(page).unwrap();
        told.replacen('?', "&", 1)
    };
    let listed = async |user: &SignedIn, told: &str| {
        let path = format!("/api/notifications?limit=100&digest={told}");
        let answer = user.get(&path).await.expect(200);
        answer.json["pagination"]["totalItems"].as_i64().unwrap()
    };
    assert!(text.contains("And 20 more:"), "{text}");
    assert_eq!(listed(&ada, &link("And 20 more")).await, 30);
    assert_eq!(listed(&ada, &link("Open in Harken")).await, 33);
    assert_eq!(listed(&bob, &link("Open in Harken")).await, 0);
}

#[tokio::test]
async fn a_burst_of_160_is_20_mails_and_one_with_the_count() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "burst_limit = 20").await;
    let watch = test.watch(ada, "kettle").await;
    // Four weeks with an average of twenty matches an hour.
    test.sql(&format!(
        "UPDATE watches SET created_at = created_at - interval '40 days' WHERE id = '{watch}';"
    ))
    .await;
    past_matches(&test, watch, 20 * 28 * 24).await;
    for title in titles(160, "kettle") {
        test.post(&title).await;
        test.pass(TimeDelta::seconds(15));
    }
    let single = test.subjects().await;
    assert_eq!(single.len(), 20);
    assert!(single.iter().all(|subject| subject.starts_with("“kettle” in r/tea")));
    test.go_to("2026-11-21T15:59:59Z");
    assert!(test.subjects().await.is_empty());
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "140 new matches for “kettle”: 8 times as many as usual");
    let text = mails[0].text.as_deref().unwrap();
    assert!(text.contains("160 matches in an hour, 8 times as many as usual"), "{text}");
    assert!(text.contains("And 130 more"), "{text}");
    // The watch continues as before.
    test.go_to("2026-11-21T17:00:00Z");
    test.post("kettle again").await;
    assert_eq!(test.subjects().await, ["“kettle” in r/tea: kettle again"]);
    let active = format!("watches WHERE id = '{watch}' AND is_active AND match_count = 161");
    assert_eq!(test.count(&active).await, 1);
}

/// Stores notifications of the four weeks until an hour ago, evenly spread.
async fn past_matches(test: &Digests, watch: uuid::Uuid, count: i64) {
    let now = test.now();
    let weeks = format!(
        "SELECT ensure_week_partitions('{}', '{}')",
        (now - TimeDelta::days(29)).to_rfc3339(),
        now.to_rfc3339()
    );
    test.sql(&weeks).await;
    test.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches,
                                    created_at)
         SELECT gen_random_uuid(), at, gen_random_uuid(), '{watch}', w.user_id, -n, w.keyword, '[]', at
         FROM watches w, generate_series(1, {count}) AS n,
              LATERAL (SELECT timestamptz '2026-11-21T14:00:00Z' - n * interval '28 days' / {count}) AS t (at)
         WHERE w.id = '{watch}'"
    ))
    .await;
}

#[tokio::test]
async fn a_batch_beyond_the_limit_is_one_mail_now_and_one_at_the_end_of_the_hour() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test.user("ada@example.com", "burst_limit = 20").await;
    let bob = test.user("bob@example.com", "burst_limit = 20, email_frequency = 'daily'").await;
    for user in [ada, bob] {
        test.watch(user, "kettle").await;
    }
    test.posts(&titles(160, "kettle")).await;
    assert_eq!(test.subjects().await, ["20 new matches for “kettle”"]);
    test.go_to("2026-11-21T15:40:00Z");
    test.posts(&titles(3, "kettle")).await;
    assert!(test.subjects().await.is_empty());
    test.go_to("2026-11-21T16:00:00Z");
    // Little is known of this watch, so the usual number is not mentioned.
    assert_eq!(test.subjects().await, ["143 new matches for “kettle”"]);
    // A daily digest takes all of them as they come.
    test.go_to("2026-11-22T08:00:00Z");
    assert_eq!(test.subjects().await, ["163 new matches for “kettle”"]);
}

#[tokio::test]
async fn ten_thousand_matches_of_one_batch_are_put_off() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    for n in 0..100 {
        let frequency = ["hourly", "realtime"][n % 2];
        let set = format!("email_frequency = '{frequency}'");
        let user = test.user(&format!("u{n}@example.com"), &set).await;
        test.watch(user, "kettle").await;
    }
    let stored = test.posts(&titles(100, "kettle")).await;
    assert_eq!(stored.notifications, 10_000);
    // One email per user, due now or in an hour, and for those notified immediately one more with the
    // rest.
    assert_eq!(stored.messages, 150);
    assert_eq!(test.count("digest_entries").await, 10_000);
    test.send(4).await;
    assert_eq!(test.mail.mails().len(), 50);
    test.go_to("2026-11-21T16:00:00Z");
    test.send(4).await;
    assert_eq!(test.mail.mails().len(), 150);
}

#[tokio::test]
async fn what_was_deleted_or_put_away_drops_out_and_an_empty_digest_is_not_sent() {
    let test = Digests::with_reader("2026-11-21T15:10:00Z", "email_frequency = 'hourly'").await;
    test.posts(&titles(5, "kettle")).await;
    let of =
        |n: usize| format!("item_id IN (SELECT id FROM items WHERE title = 'kettle number {n}')");
    test.sql(&format!("UPDATE notifications SET deleted_at = now() WHERE {}", of(0))).await;
    test.sql(&format!("UPDATE notifications SET status = 'archived' WHERE {}", of(1))).await;
    test.sql(&format!("UPDATE notifications SET status = 'read' WHERE {}", of(2))).await;
    test.sql("UPDATE items SET gone_at = now() WHERE title = 'kettle number 3'").await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "2 new matches for “kettle”");
    let text = mails[0].text.as_deref().unwrap();
    assert!(text.contains("number 2") && text.contains("number 4"), "{text}");

    test.posts(&titles(3, "kettle")).await;
    test.sql("DELETE FROM notifications").await;
    test.go_to("2026-11-21T17:00:00Z");
    assert!(test.subjects().await.is_empty());
    let skipped = "outbox WHERE kind = 'digest' AND status = 'skipped'
                   AND reason = 'its notifications are gone'";
    assert_eq!(test.count(skipped).await, 1);
}

#[tokio::test]
async fn chats_get_them_one_by_one_up_to_the_limit_and_machines_always() {
    let test = Digests::at("2026-11-21T15:10:00Z").await;
    let ada = test
        .user("ada@example.com", "plan = 'pro', email_frequency = 'weekly', burst_limit = 3")
        .await;
    test.watch(ada, "kettle").await;
    for channel in ["webhook", "ntfy"] {
        test.sql(&format!(
            "INSERT INTO endpoints (id, user_id, channel, name, target, fingerprint, shown, created_at)
             VALUES (gen_random_uuid(), '{ada}', '{channel}', 'x', '', sha256('{channel}'), 'x', now())"
        ))
        .await;
    }
    test.posts(&titles(10, "kettle")).await;
    let rows = [
        ("webhook", "match", "15:10", 10),
        ("webhook", "digest", "16:00", 0),
        ("ntfy", "match", "15:10", 3),
        ("ntfy", "digest", "16:00", 1),
        ("mail", "match", "15:10", 0),
        ("mail", "digest", "16:00", 0),
    ];
    for (channel, kind, time, expected) in rows {
        let rows = format!(
            "outbox WHERE channel = '{channel}' AND kind = '{kind}'
             AND due_at = '2026-11-21T{time}:00Z'"
        );
        assert_eq!(test.count(&rows).await, expected, "{channel} {kind}");
    }
    let monday = "outbox WHERE channel = 'mail' AND due_at = '2026-11-23T08:00:00Z'";
    assert_eq!(test.count(monday).await, 1);
    let entries = "digest_entries e JOIN digests d ON d.id = e.digest_id
                   WHERE d.endpoint_id IS NOT NULL AND e.cause = 'burst'";
    assert_eq!(test.count(entries).await, 7);
}

#[tokio::test]
async fn a_story_of_many_comments_is_one_line() {
    let test = Digests::with_reader("2026-11-21T15:10:00Z", "email_frequency = 'hourly'").await;
    let comment = |n: usize| platform::sources::ForumItem {
        kind: matcher::Kind::Comment,
        body: format!("my kettle, comment {n}"),
        ..test.item("Which one?", &format!("t1_{n}"), "t3_thread")
    };
    test.store((0..12).map(comment).collect()).await;
    test.post("kettle apart").await;
    test.go_to("2026-11-21T16:00:00Z");
    let mails = test.new_mails().await;
    let text = mails[0].text.as_deref().unwrap();
    assert_eq!(mails[0].subject, "13 new matches for “kettle”");
    assert_eq!(text.matches("\n- ").count(), 2, "{text}");
    assert!(text.contains("21 Nov, 15:10, 12 matches"), "{text}");
    assert!(!text.contains("more:"), "{text}");
}

#[tokio::test]
async fn mails_about_one_thread_name_one_reference() {
    let test = Digests::with_reader("2026-11-21T15:10:00Z", "burst_limit = 20").await;
    let mut references = Vec::new();
    for (id, thread) in [("t1_1", "t3_a"), ("t1_2", "t3_b"), ("t1_3", "t3_a")] {
        test.store(vec![test.item("kettle", id, thread)]).await;
        test.pass(TimeDelta::minutes(1));
        let mails = test.new_mails().await;
        let mail = &mails[0];
        assert!(mail.header("message-id").is_some());
        references.push(mail.header("references").unwrap().to_owned());
    }
    assert_eq!(references[0], references[2]);
    assert_ne!(references[0], references[1]);
    assert!(references[0].ends_with("@harken.example>"), "{references:?}");
}
