//! Reads the posts that users insert to test whether Harken receives posts: at the point where an answer of a
//! source has been turned into items. From here on a test post takes the way of all others, through the
//! process's own copy of the watches, the outbox and the live stream. It is matched against all watches and
//! kept for one; it is stored in `hearing_tests` alone, so that nobody else gets it and nothing counts,
//! searches or analyses it.

use std::sync::Arc;
use std::time::Duration;

use diesel_async::AsyncConnection;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::alerts::alert_of_test;
use super::announcements::Announced;
use db::models::hearing_test::HearingTest;
use domain::watches::match_items::{Found, match_items};
use domain::watches::{ActiveWatches, Share};
use platform::context::Context;
use platform::sources::ForumItem;

/// Maximum time between two looks for test posts, in case an announcement was missed.
const LOOK: Duration = Duration::from_secs(5);
/// Maximum rounds of matching a post, as a watch may have changed a moment ago.
const ROUNDS: usize = 2;

/// Reads the test posts of a share of the users until `stop`.
pub(super) async fn run(
    context: Context,
    watches: Arc<ActiveWatches>,
    share: Share,
    mut announced: Announced,
    stop: CancellationToken,
) {
    loop {
        match read_next(&context, &watches, share).await {
            Ok(Some(id)) => {
                tracing::info!(%id, "read a hearing test");
                continue;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(error = %format!("{error:#}"), "could not read a hearing test");
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = announced.heard() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// Reads the oldest test post of a share that nobody has read, matches it and stores what its match makes.
/// Returns the post's id, or `None` if there is no such post.
///
/// # Errors
/// The database failed; another process may read the post then.
pub async fn read_next(
    context: &Context,
    watches: &ActiveWatches,
    share: Share,
) -> anyhow::Result<Option<Uuid>> {
    let now = context.clock.now();
    let of_share = share.condition("user_id");
    let read = HearingTest::read_next(&of_share, now, &mut *context.conn().await?).await?;
    let Some(mut test) = read else {
        return Ok(None);
    };
    let items: Arc<[ForumItem]> = [item(&test)].into();
    let found = search(&test, &items, context, watches).await?;
    let Some(found) = found else {
        test.failure = Some("The keyword did not match: it was changed meanwhile.".to_owned());
        test.note(&mut *context.conn().await?).await?;
        return Ok(Some(test.id));
    };
    test.matched_at = Some(context.clock.now());
    let mut conn = context.conn().await?;
    let plans = context.config.server.plans;
    conn.transaction(async |conn| -> anyhow::Result<()> {
        let now = context.clock.now();
        let alerted = alert_of_test(&mut test, &items[0], found, plans, now, conn).await?;
        match alerted {
            Ok(()) => test.stored_at = Some(now),
            Err(refusal) => test.failure = Some(refusal.to_owned()),
        }
        if !test.note(conn).await? {
            tracing::info!(id = %test.id, "a hearing test was replaced while it was read");
        }
        Ok(())
    })
    .await?;
    Ok(Some(test.id))
}

/// Searches the post as any other item is searched: for all watches that the process knows.
async fn search(
    test: &HearingTest,
    items: &Arc<[ForumItem]>,
    context: &Context,
    watches: &ActiveWatches,
) -> anyhow::Result<Option<Found>> {
    for round in 0..ROUNDS {
        if round > 0 {
            watches.catch_up(&context.pool).await?;
        }
        let known = watches.known().await;
        // The cost is charged to nobody: the post concerns no other user.
        let matched = match_items(known.snapshot(), items.clone()).await?;
        let mut found = matched.found.into_iter();
        let own = found.find(|found| found.watch_id == test.watch_id);
        if own.is_some() {
            return Ok(own);
        }
    }
    Ok(None)
}

fn item(test: &HearingTest) -> ForumItem {
    let (post, id) = (test.post.clone(), format!("hearing-test:{}", test.id));
    ForumItem {
        thread_id: id.clone(),
        forum_id: id,
        kind: post.kind.into(),
        subreddit: post.place,
        author: post.author,
        title: post.title,
        body: post.body,
        url: String::new(),
        score: post.score,
        num_comments: 0,
        created_at: test.planted_at,
        pinned: false,
        crosspost_parent: String::new(),
        is_backlog: false,
        is_gone: false,
        is_edited: false,
        flair: post.flair,
        link: post.link,
    }
}
