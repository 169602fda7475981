//! Imports of lists of feeds hold up no other user.

use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use tokio::{join, select};

use crate::support::feed_server::FeedTest;
use crate::support::prelude::*;

const WAITING: &str =
    "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

async fn import(user: &SignedIn, addresses: &[&str]) -> Answer {
    let outlines = addresses.iter().map(|address| format!("<outline xmlUrl=\"{address}\"/>"));
    let outlines: String = outlines.collect();
    let list = format!("<opml version=\"2.0\"><body>{outlines}</body></opml>");
    user.post("/api/sources/feeds/import", json!({"text": list})).await
}

#[tokio::test]
async fn an_import_that_waits_holds_up_no_other_user() {
    let test = FeedTest::init().await;
    let other = test.app.new_user("other@example.com").await;
    let addresses = ["https://a.example/feed", "https://b.example/feed", "https://c.example/feed"];
    import(&test.user, &addresses[1..]).await.expect(200);
    let mut busy = Conn::establish(&test.app.database_url).await.unwrap();
    busy.batch_execute("BEGIN; UPDATE feed_hosts SET free_at = now() WHERE host = 'c.example'")
        .await
        .unwrap();
    let third = test.app.new_user("third@example.com").await;
    let waits = import(&other, &addresses);
    let (waited, ()) = join!(waits, async {
        while test.count(WAITING).await == 0 {}
        // In the opposite order.
        let answer = import(&third, &[addresses[1], addresses[0]]).await.expect(200);
        assert_eq!(answer.json["added"], 2);
        busy.batch_execute("COMMIT").await.unwrap();
    });
    assert_eq!(waited.expect(200).json["added"], 3);
}

#[tokio::test]
async fn an_import_takes_the_turn_of_its_user() {
    let test = FeedTest::init().await;
    let other = test.app.new_user("other@example.com").await;
    let address = ["https://a.example/feed"];
    let turn = test.app.heavy_reads.take(test.user.user.id).await.unwrap();
    let mut waits = std::pin::pin!(import(&test.user, &address));
    select! {
        answer = &mut waits => panic!("it takes no turn: {}", answer.text),
        answer = import(&other, &address) => assert_eq!(answer.expect(200).json["added"], 1),
    }
    drop(turn);
    assert_eq!(waits.await.expect(200).json["added"], 1);
}
