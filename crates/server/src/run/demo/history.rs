//! A week of matches before the first start, for analytics and insights: what the stand-in forum lists of these days,
//! read by Harken's own client, stored as of the time at which it was posted, and matched as past matches of a new
//! keyword are. No message is sent for any of it.

use std::collections::HashSet;

use anyhow::anyhow;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use api::app::App;
use db::Conn;
use db::models::insight_job::{InsightJob, Status};
use db::models::item::{Item, ItemKind};
use db::models::watch::Watch;
use db::schema::{item_keys, items};
use domain::watches::backfill::backfill;
use platform::sources::ForumItem;
use platform::sources::reddit::{Forum, Listing, Priority};

/// The length of the history.
pub(super) const LENGTH: TimeDelta = TimeDelta::days(7);
/// The most pages of posts, and of comments, that are read. A page has 100.
const MAX_PAGES: usize = 10;
/// Alerts of the last day are unread; of those before, three quarters are read.
const UNREAD: TimeDelta = TimeDelta::days(1);

/// Adds the past matches of these new watches of a user, and requests their first insights.
///
/// # Errors
/// The forum could not be read, or the database failed.
pub(super) async fn add(app: &App, user_id: Uuid, watches: &[Watch]) -> anyhow::Result<()> {
    let Some(forum) = &app.sources.forum else { return Ok(()) };
    let now = app.clock.now();
    let since = now - LENGTH;
    let (posts, comments) =
        futures::try_join!(listed(&**forum, ItemKind::Post), listed(&**forum, ItemKind::Comment))?;
    let keywords: Vec<String> = watches.iter().map(|watch| watch.keyword.to_lowercase()).collect();
    let wanted = posts.into_iter().chain(comments).filter(|item| {
        let text = format!("{}\n{}", item.title, item.body).to_lowercase();
        let is_of_week = since < item.created_at && item.created_at < now && !item.is_gone;
        is_of_week && keywords.iter().any(|keyword| text.contains(keyword))
    });
    store(wanted.map(row).collect(), since, now, &mut *app.conn().await?).await?;
    for watch in watches {
        let turn = app.backfills.take(user_id).await;
        let turn = turn.map_err(|busy| anyhow!("no turn to search for past matches: {busy:?}"))?;
        backfill(app, watch, since, now, turn).await?;
    }
    let mut conn = app.conn().await?;
    read_most(user_id, now - UNREAD, &mut conn).await?;
    request_insights(user_id, watches, now, &mut conn).await?;
    Ok(())
}

/// Reads what the forum lists of one kind, the newest first.
async fn listed(forum: &dyn Forum, kind: ItemKind) -> anyhow::Result<Vec<ForumItem>> {
    let listing = Listing { kind: kind.into(), names: vec!["all".to_owned()] };
    let (mut items, mut after) = (Vec::new(), None);
    for _ in 0..MAX_PAGES {
        let page = forum.listing(&listing, after.as_deref(), Priority::Poll).await?;
        items.extend(page.items);
        after = page.after;
        if after.is_none() {
            break;
        }
    }
    Ok(items)
}

/// Returns the row of an item that was seen as soon as it was posted.
fn row(item: ForumItem) -> Item {
    Item {
        id: Uuid::now_v7(),
        seen_at: item.created_at,
        kind: item.kind.into(),
        story_id: item.thread_id.clone(),
        forum_id: item.forum_id,
        subreddit: item.subreddit,
        author: item.author,
        title: item.title,
        body: item.body,
        url: item.url,
        score: item.score,
        num_comments: item.num_comments,
        forum_created_at: item.created_at,
        thread_id: item.thread_id,
        gone_at: None,
        flair: item.flair,
        link: item.link,
    }
}

/// Stores the items that are not stored yet, with the keys by which they are known and checked again.
async fn store(
    mut rows: Vec<Item>,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    diesel::sql_query("SELECT ensure_week_partitions($1, $2)")
        .bind::<Timestamptz, _>(since)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
    let keys = rows.iter().map(|row| {
        (
            item_keys::forum_id.eq(&row.forum_id),
            item_keys::item_id.eq(row.id),
            item_keys::seen_at.eq(row.seen_at),
            item_keys::check_at.eq(now + TimeDelta::hours(1)),
            item_keys::stays.eq(true),
        )
    });
    let keys: Vec<Uuid> = diesel::insert_into(item_keys::table)
        .values(keys.collect::<Vec<_>>())
        .on_conflict_do_nothing()
        .returning(item_keys::item_id)
        .load(conn)
        .await?;
    let keys: HashSet<Uuid> = keys.into_iter().collect();
    rows.retain(|row| keys.contains(&row.id));
    diesel::insert_into(items::table).values(rows).execute(conn).await?;
    Ok(())
}

async fn read_most(user_id: Uuid, until: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE notifications SET status = 'read', was_read = true
         WHERE user_id = $1 AND created_at < $2 AND right(id::text, 1) < 'c'",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Timestamptz, _>(until)
    .execute(conn)
    .await?;
    Ok(())
}

/// Leaves the analysis to the process that makes insights. It does not count towards the user's daily limit.
async fn request_insights(
    user_id: Uuid,
    watches: &[Watch],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<()> {
    let job = InsightJob {
        id: Uuid::now_v7(),
        user_id,
        status: Status::Queued,
        watch_ids: watches.iter().map(|watch| watch.id).collect(),
        keywords: watches.iter().map(|watch| watch.keyword.clone()).collect(),
        leased_until: None,
        fence: 0,
        attempts: 0,
        reason: None,
        created_at: now,
        started_at: None,
        finished_at: None,
    };
    job.insert(conn).await
}
