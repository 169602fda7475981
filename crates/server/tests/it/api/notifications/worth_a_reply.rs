//! The matches most worth a reply.

use crate::support::prelude::*;

/// Adds a match of a post of this age and with this many replies, counted now.
async fn post(app: &TestApp, user: Uuid, title: &str, age: TimeDelta, replies: i32) -> Uuid {
    let now: DateTime<Utc> = app.clock.now();
    let matched = Match { title: title.to_owned(), ..Match::of("tea") };
    let row = app.notify(user, matched.at(now - age)).await;
    app.sql(&format!("UPDATE items SET num_comments = {replies} WHERE id = '{}'", row.item_id))
        .await;
    app.sql(&format!(
        "INSERT INTO item_keys (forum_id, item_id, seen_at, checked_at)
         SELECT forum_id, id, seen_at, '{now}' FROM items WHERE id = '{}'",
        row.item_id
    ))
    .await;
    row.id
}

async fn worth_a_reply(client: &Client, query: &str) -> Vec<Value> {
    let path = format!("/api/notifications/worth-a-reply?{query}");
    let answer = client.get(&path).await.expect(200);
    answer.json["notifications"].as_array().unwrap().clone()
}

fn titles(listed: &[Value]) -> Vec<&str> {
    listed.iter().map(|one| one["redditPost"]["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_is_most_worth_a_reply_comes_first_with_the_reasons() {
    let (app, _, client) = TestApp::init().await.with_user().await;
    let user = client.user.id;
    let hours = TimeDelta::hours;
    post(&app, user, "A day old", hours(24), 0).await;
    post(&app, user, "Answered by many", hours(1), 40).await;
    post(&app, user, "Unanswered", hours(1), 0).await;
    post(&app, user, "Is it asked?", hours(1), 0).await;
    post(&app, user, "Too old", hours(49), 0).await;
    let gone = post(&app, user, "Gone", hours(1), 0).await;
    app.sql(&format!(
        "UPDATE items SET gone_at = now() FROM notifications n WHERE n.item_id = items.id AND n.id = '{gone}'"
    ))
    .await;
    let other = app.new_user("other@example.com").await;
    post(&app, other.user.id, "Of somebody else", hours(1), 0).await;

    let listed = worth_a_reply(&client, "").await;
    assert_eq!(titles(&listed), ["Is it asked?", "Unanswered", "Answered by many", "A day old"]);
    let reply = &listed[2]["reply"];
    assert_eq!(
        (&reply["replies"], &reply["pace"], &reply["asks"]),
        (&json!(40), &json!(40.0), &json!(false))
    );
    assert_eq!(listed[0]["reply"]["asks"], true);
    let at = |time: &Value| time.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let (posted, counted) = (at(&reply["postedAt"]), at(&reply["countedAt"]));
    assert_eq!((counted - posted).num_minutes(), 60);

    let unanswered = worth_a_reply(&client, "unanswered=true").await;
    assert_eq!(titles(&unanswered), ["Is it asked?", "Unanswered", "A day old"]);
    let id = listed[0]["_id"].as_str().unwrap();
    client.patch(&format!("/api/notifications/{id}/read")).await.expect(200);
    assert_eq!(worth_a_reply(&client, "status=unread").await.len(), 3);
    let read = worth_a_reply(&client, "status=read").await;
    assert_eq!(titles(&read), ["Is it asked?"]);
}

#[tokio::test]
async fn a_post_of_several_keywords_is_listed_once_and_no_more_than_a_hundred_are() {
    let (app, _, client) = TestApp::init().await.with_user().await;
    let user = client.user.id;
    let first = post(&app, user, "Tea and kettles", TimeDelta::hours(1), 0).await;
    app.sql(&format!(
        "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
         SELECT gen_random_uuid(), seen_at, item_id, gen_random_uuid(), user_id, 2, 'kettle', '[]', created_at
         FROM notifications WHERE id = '{first}'"
    ))
    .await;
    let listed = worth_a_reply(&client, "").await;
    assert_eq!(titles(&listed), ["Tea and kettles"]);

    let now = app.clock.now();
    for statement in [
        format!(
            "INSERT INTO items (id, seen_at, forum_id, kind, subreddit, author, title, body, url, forum_created_at)
             SELECT md5('many' || n)::uuid, '{now}', 'many_' || n, 'post', 'tea', 'ada', 'Many', '', '', '{now}'
             FROM generate_series(1, 1200) n"
        ),
        format!(
            "INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
             SELECT gen_random_uuid(), '{now}', md5('many' || n)::uuid, gen_random_uuid(), '{user}', n + 2, 'many',
                    '[]', '{now}'
             FROM generate_series(1, 1200) n"
        ),
    ] {
        app.sql(&statement).await;
    }
    assert_eq!(worth_a_reply(&client, "").await.len(), 100);
}
