//! Subreddits polled before names were verified continue to be polled.

use db::Conn;
use db::migrate::run;
use diesel_async::AsyncConnection;

use super::take_back;
use crate::support::db::address;
use crate::support::forum::{ForumTest, set_active};

/// The migration and the later ones that changed the same tables, the latest first.
const TAKEN_BACK: [(&str, &str); 8] = [
    (
        "20261126000200",
        include_str!(
            "../../../../../migrations/2026-11-26-000200_read_listings_before_subreddits_move/down.sql"
        ),
    ),
    (
        "20261125000190",
        include_str!(
            "../../../../../migrations/2026-11-25-000190_learn_how_wide_listings_may_be/down.sql"
        ),
    ),
    (
        "20261125000173",
        include_str!(
            "../../../../../migrations/2026-11-25-000173_note_how_long_items_are_kept/down.sql"
        ),
    ),
    (
        "20261125000170",
        include_str!("../../../../../migrations/2026-11-25-000170_count_looks/down.sql"),
    ),
    (
        "20261125000164",
        include_str!(
            "../../../../../migrations/2026-11-25-000164_look_at_watched_places_often/down.sql"
        ),
    ),
    (
        "20261125000163",
        include_str!("../../../../../migrations/2026-11-25-000163_audit_what_is_read/down.sql"),
    ),
    (
        "20261125000162",
        include_str!("../../../../../migrations/2026-11-25-000162_rate_places/down.sql"),
    ),
    (
        "20261124000092",
        include_str!("../../../../../migrations/2026-11-24-000092_verify_places/down.sql"),
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_subreddits_of_active_watches_stay_polled_until_they_are_verified() {
    let test = ForumTest::init().await;
    let user = test.app.new_user("reader@example.com").await.user;
    test.watch(user.id, "kettle", &["Tea", "all"]).await;
    let inactive = test.watch(user.id, "kettle", &["coffee"]).await;
    set_active(&test.app, inactive, false).await;
    let mut conn = Conn::establish(&test.app.database_url).await.unwrap();
    for (version, down) in TAKEN_BACK {
        take_back(version, down, &mut conn).await;
    }
    run(&address(&test.app.database_url)).await.unwrap();

    assert_eq!(test.count("places WHERE state = 'assumed'").await, 1);
    test.post("tea", "Which kettle?");
    test.poll().await;
    let polled = "poll_state WHERE 'tea' = ANY(names)";
    assert_eq!(test.count(polled).await, 2);
    let checked = test.verify().await;
    assert_eq!(checked.len(), 1);
    assert_eq!(test.count("places WHERE state = 'ok'").await, 1);
}
