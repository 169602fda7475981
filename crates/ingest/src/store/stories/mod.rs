//! Finds the story that each item of a batch belongs to. A thread is a story of its own, unless its post is a
//! crosspost of another one, leads to the same page as one that was seen in the past days, on whichever site,
//! or is a near copy of one; comments follow their post.
//!
//! Only posts that some watch matched are compared by their link and text: no story is shown of the others,
//! which are nearly all.
//!
//! A story determines which alerts are shown together. It removes none: a user who watches only one of the
//! sites is alerted to posts there.

mod links;

use std::collections::{HashMap, HashSet};

use analyser::near::{are_near, bands, near_hash};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use matcher::Kind;
use uuid::Uuid;

use db::{Conn, Prepare};
use domain::watches::match_items::Found;
use platform::sources::ForumItem;

pub(crate) use links::link_hash;

/// The time that posts are searched back for copies.
pub(crate) const COMPARED: TimeDelta = TimeDelta::days(7);
/// Posts that share a part of the hash are compared up to this many: a flood of one text costs no
/// more than that.
const MAX_COMPARED: i32 = 100;

/// Indexed by position in the batch.
#[derive(Debug)]
pub(crate) struct Stories {
    /// Empty if the item named no thread.
    pub(crate) ids: Vec<String>,
    pub(crate) hashes: Vec<Option<u64>>,
    links: Vec<Option<i64>>,
}

#[derive(QueryableByName)]
struct Linked {
    #[diesel(sql_type = BigInt)]
    link_hash: i64,
    #[diesel(sql_type = Text)]
    story_id: String,
}

#[derive(QueryableByName)]
struct OfPost {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Text)]
    story_id: String,
}

#[derive(QueryableByName)]
struct Candidate {
    #[diesel(sql_type = Integer)]
    place: i32,
    #[diesel(sql_type = BigInt)]
    hash: i64,
    #[diesel(sql_type = Text)]
    story_id: String,
}

/// Finds the stories of `items`, oldest first. `known` has the story of each referred post that is
/// stored and belongs to another one's.
pub(crate) async fn find(
    items: &[ForumItem],
    found: &[Found],
    known: HashMap<String, String>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<Stories> {
    let matched: HashSet<usize> = found.iter().map(|found| found.item).collect();
    let compared: Vec<Option<&ForumItem>> = items
        .iter()
        .enumerate()
        .map(|(at, item)| (item.kind == Kind::Post && matched.contains(&at)).then_some(item))
        .collect();
    let hashes: Vec<Option<u64>> = compared
        .iter()
        .map(|item| item.and_then(|item| near_hash(&item.title, &item.body)))
        .collect();
    let links: Vec<Option<i64>> =
        compared.iter().map(|item| item.and_then(|item| link_hash(&item.link))).collect();
    let mut linked = if links.iter().any(Option::is_some) {
        find_linked(&links, now, conn).await?
    } else {
        HashMap::new()
    };
    let mut copies = if hashes.iter().any(Option::is_some) {
        find_copies(&hashes, now, conn).await?
    } else {
        HashMap::new()
    };
    let mut story_of = known;
    let mut earlier: Vec<(u64, String)> = Vec::new();
    let mut ids = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let passed_on = match item.kind {
            Kind::Post => item.crosspost_parent.as_str(),
            Kind::Comment => item.thread_id.as_str(),
        };
        let in_batch = |hash: u64| {
            let near = earlier.iter().find(|(other, _)| are_near(hash, *other));
            near.map(|(_, story)| story.clone())
        };
        let story = match item.kind {
            Kind::Comment => story_of.get(passed_on).map_or(passed_on, String::as_str).to_owned(),
            Kind::Post if !passed_on.is_empty() => {
                story_of.get(passed_on).map_or(passed_on, String::as_str).to_owned()
            }
            Kind::Post => links[place]
                .and_then(|link| linked.get(&link).cloned())
                .or_else(|| copies.remove(&place))
                .or_else(|| hashes[place].and_then(in_batch))
                .unwrap_or_else(|| item.forum_id.clone()),
        };
        if item.kind == Kind::Post && story != item.forum_id {
            story_of.insert(item.forum_id.clone(), story.clone());
        }
        if let Some(hash) = hashes[place] {
            earlier.push((hash, story.clone()));
        }
        if let Some(link) = links[place] {
            linked.entry(link).or_insert_with(|| story.clone());
        }
        ids.push(story);
    }
    Ok(Stories { ids, hashes, links })
}

/// Returns the stories of the stored posts that these items refer to, where they differ from the posts.
pub(crate) async fn of_stored(
    items: &[ForumItem],
    places: &HashSet<usize>,
    conn: &mut Conn,
) -> diesel::QueryResult<HashMap<String, String>> {
    let referred = places.iter().map(|place| &items[*place]);
    let referred = referred.flat_map(|item| [&item.thread_id, &item.crosspost_parent]);
    let referred: HashSet<&String> = referred.filter(|id| !id.is_empty()).collect();
    if referred.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<OfPost> = diesel::sql_query(
        "SELECT forum_id, story_id FROM item_keys
         WHERE forum_id = ANY($1) AND NOT is_thread AND story_id IS NOT NULL
         UNION ALL
         SELECT forum_id, story_id FROM unmatched_items
         WHERE forum_id = ANY($1) AND kind = 'post' AND story_id <> forum_id",
    )
    .bind::<Array<Text>, _>(referred.into_iter().collect::<Vec<_>>())
    .load(conn)
    .await?;
    Ok(found.into_iter().map(|post| (post.forum_id, post.story_id)).collect())
}

/// Returns the stories of the stored posts that lead to where posts of the batch lead, by link: the newest if
/// there are several.
async fn find_linked(
    links: &[Option<i64>],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<HashMap<i64, String>> {
    let wanted: HashSet<i64> = links.iter().flatten().copied().collect();
    let found: Vec<Linked> = diesel::sql_query(
        "SELECT wanted.link_hash, same.story_id
         FROM unnest($1) AS wanted (link_hash) CROSS JOIN LATERAL (
             SELECT story_id FROM story_links
             WHERE story_links.link_hash = wanted.link_hash AND seen_at > $2
             ORDER BY seen_at DESC LIMIT 1) AS same",
    )
    .bind::<Array<BigInt>, _>(wanted.into_iter().collect::<Vec<_>>())
    .bind::<Timestamptz, _>(now - COMPARED)
    .load(conn)
    .await?;
    let found = found.into_iter();
    Ok(found.map(|one| (one.link_hash, one.story_id)).collect())
}

/// Returns the stories of stored posts that posts of the batch are near copies of, by position: the nearest
/// if there are several.
async fn find_copies(
    hashes: &[Option<u64>],
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> anyhow::Result<HashMap<usize, String>> {
    let (mut places, mut wanted) = (Vec::new(), Vec::new());
    for (place, hash) in hashes.iter().enumerate() {
        for band in hash.iter().flat_map(|hash| bands(*hash)) {
            places.push(i32::try_from(place)?);
            wanted.push(band);
        }
    }
    let candidates: Vec<Candidate> = diesel::sql_query(
        "SELECT wanted.place, near.hash, near.story_id
         FROM unnest($1, $2) AS wanted (place, band) CROSS JOIN LATERAL (
             SELECT hash, story_id FROM near_bands
             WHERE near_bands.band = wanted.band AND seen_at > $3 LIMIT $4) AS near",
    )
    .bind::<Array<Integer>, _>(places)
    .bind::<Array<Integer>, _>(wanted)
    .bind::<Timestamptz, _>(now - COMPARED)
    .bind::<Integer, _>(MAX_COMPARED)
    .load(conn)
    .await?;
    let mut nearest: HashMap<usize, (u32, String)> = HashMap::new();
    for candidate in candidates {
        let place = usize::try_from(candidate.place)?;
        let (Some(Some(hash)), other) = (hashes.get(place), candidate.hash as u64) else {
            continue;
        };
        let apart = (hash ^ other).count_ones();
        let nearer = nearest.get(&place).is_none_or(|(best, _)| apart < *best);
        if are_near(*hash, other) && nearer {
            nearest.insert(place, (apart, candidate.story_id));
        }
    }
    let stories = nearest.into_iter();
    Ok(stories.map(|(place, (_, story))| (place, story)).collect())
}

/// Moves stored comments into the story of their post, if that is new and belongs to another post's: a
/// comment can be read before its post. If two processes store a comment and its post at the same moment,
/// neither sees the other; such a comment stays a story of its own.
pub(crate) async fn adopt_comments(
    items: &[ForumItem],
    stories: &Stories,
    new: &HashMap<usize, Uuid>,
    mut conn: &Conn,
) -> diesel::QueryResult<()> {
    let passed_on = new.keys().filter(|place| {
        let item = &items[**place];
        item.kind == Kind::Post && stories.ids[**place] != item.forum_id
    });
    let (threads, story_ids): (Vec<&str>, Vec<&str>) = passed_on
        .map(|place| (items[*place].forum_id.as_str(), stories.ids[*place].as_str()))
        .unzip();
    if threads.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "UPDATE items SET story_id = batch.story_id
         FROM unnest($1, $2) AS batch (thread_id, story_id)
         WHERE items.thread_id = batch.thread_id AND items.kind = 'comment'",
    )
    .bind::<Array<Text>, _>(threads)
    .bind::<Array<Text>, _>(story_ids)
    .prepared()
    .execute(&mut conn)
    .await?;
    Ok(())
}

/// Makes the new posts of a batch findable by later ones.
pub(crate) async fn remember(
    stories: &Stories,
    new: &HashMap<usize, Uuid>,
    now: DateTime<Utc>,
    conn: &Conn,
) -> diesel::QueryResult<()> {
    futures::try_join!(
        remember_links(stories, new, now, conn),
        remember_texts(stories, new, now, conn),
    )?;
    Ok(())
}

async fn remember_links(
    stories: &Stories,
    new: &HashMap<usize, Uuid>,
    now: DateTime<Utc>,
    mut conn: &Conn,
) -> diesel::QueryResult<()> {
    let (mut links, mut ids, mut names) = (vec![], vec![], vec![]);
    for (place, id) in new {
        if let Some(link) = stories.links[*place] {
            links.push(link);
            ids.push(*id);
            names.push(stories.ids[*place].as_str());
        }
    }
    if links.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "INSERT INTO story_links (link_hash, seen_at, item_id, story_id)
         SELECT link_hash, $4, item_id, story_id
         FROM unnest($1, $2, $3) AS batch (link_hash, item_id, story_id)",
    )
    .bind::<Array<BigInt>, _>(links)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Text>, _>(names)
    .bind::<Timestamptz, _>(now)
    .prepared()
    .execute(&mut conn)
    .await?;
    Ok(())
}

async fn remember_texts(
    stories: &Stories,
    new: &HashMap<usize, Uuid>,
    now: DateTime<Utc>,
    mut conn: &Conn,
) -> diesel::QueryResult<()> {
    let (mut taken, mut ids, mut hashes, mut names) = (vec![], vec![], vec![], vec![]);
    for (place, id) in new {
        for band in stories.hashes[*place].iter().flat_map(|hash| bands(*hash)) {
            taken.push(band);
            ids.push(*id);
            hashes.push(stories.hashes[*place].unwrap_or_default() as i64);
            names.push(stories.ids[*place].as_str());
        }
    }
    if taken.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "INSERT INTO near_bands (band, item_id, hash, story_id, seen_at)
         SELECT band, item_id, hash, story_id, $5
         FROM unnest($1, $2, $3, $4) AS batch (band, item_id, hash, story_id)",
    )
    .bind::<Array<Integer>, _>(taken)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<BigInt>, _>(hashes)
    .bind::<Array<Text>, _>(names)
    .bind::<Timestamptz, _>(now)
    .prepared()
    .execute(&mut conn)
    .await?;
    Ok(())
}
