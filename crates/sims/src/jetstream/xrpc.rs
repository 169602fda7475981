//! The AppView's calls that return profiles and current posts.

use axum::extract::Query;

use crate::jetstream::new_post::PostId;
use crate::jetstream::sim::Sim;
use crate::prelude::*;

/// The most profiles or posts that the AppView returns at once.
const MOST: usize = 25;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/xrpc/app.bsky.actor.getProfiles", get(get_profiles))
        .route("/xrpc/app.bsky.feed.getPosts", get(get_posts))
        .route("/xrpc/{*other}", get(not_implemented))
}

fn error(status: StatusCode, error: &str, message: &str) -> Response {
    (status, Json(json!({ "error": error, "message": message }))).into_response()
}

async fn not_implemented() -> Response {
    let status = StatusCode::NOT_IMPLEMENTED;
    error(status, "MethodNotImplemented", "Method Not Implemented")
}

fn invalid(message: &str) -> Response {
    error(StatusCode::BAD_REQUEST, "InvalidRequest", message)
}

fn values<'a>(query: &'a [(String, String)], wanted: &str) -> Vec<&'a str> {
    let wanted = query.iter().filter(|(name, _)| name == wanted);
    wanted.map(|(_, value)| value.as_str()).collect()
}

/// Returns the error for `count` parameters of one name, if any.
fn problem(name: &str, count: usize) -> Option<String> {
    match count {
        0 => Some(format!("{name} is required")),
        1..=MOST => None,
        _ => Some(format!("{name} must not have more than {MOST} elements")),
    }
}

/// Returns posts. Those that are deleted, or whose author is not active, are left out.
async fn get_posts(
    State(sim): State<Arc<Sim>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let uris = values(&query, "uris");
    if let Some(message) = problem("uris", uris.len()) {
        return invalid(&message);
    }
    let ids: Option<Vec<PostId>> = uris.into_iter().map(PostId::from_uri).collect();
    let Some(ids) = ids else {
        return invalid("uris must be at-uris of posts");
    };
    let posts = ids.iter().filter_map(|id| {
        let post = sim.find(id).filter(|post| !post.is_deleted)?;
        let (did, account) = sim.account_of(&id.did)?;
        let record = post.record();
        let written = record["createdAt"].as_str().unwrap_or_default();
        // The field may contain anything; the AppView has a time of its own.
        let indexed_at = DateTime::parse_from_rfc3339(written).unwrap_or_default();
        account.is_active.then(|| {
            json!({
                "uri": id.uri(),
                "cid": post.cid,
                "author": { "did": did, "handle": account.handle },
                "record": record,
                "replyCount": 0,
                "repostCount": 0,
                "likeCount": 0,
                "quoteCount": 0,
                "indexedAt": indexed_at,
                "labels": [],
            })
        })
    });
    let posts: Vec<_> = posts.collect();
    Json(json!({ "posts": posts })).into_response()
}

/// Returns profiles. Accounts that are unknown or not active are left out.
async fn get_profiles(
    State(sim): State<Arc<Sim>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let actors = values(&query, "actors");
    let is_actor = |actor: &&str| actor.starts_with("did:") || actor.contains('.');
    let wrong = match actors.iter().all(is_actor) {
        true => problem("actors", actors.len()),
        false => Some("actors must be DIDs or handles".to_owned()),
    };
    if let Some(message) = wrong {
        return invalid(&message);
    }
    let profiles = actors.into_iter().filter_map(|actor| {
        let (did, account) = sim.account_of(actor)?;
        account.is_active.then(|| {
            json!({
                "did": did,
                "handle": account.handle,
                "displayName": account.display_name,
                "associated": {},
                "labels": [],
                "followersCount": 12,
                "followsCount": 34,
                "postsCount": 56,
            })
        })
    });
    let profiles: Vec<_> = profiles.collect();
    Json(json!({ "profiles": profiles })).into_response()
}
