//! Reads the forum's answers. One entry that cannot be read never loses the others of its page.

use chrono::{DateTime, Utc};
use matcher::Kind;
use serde_json::Value;
use url::Url;

use super::repair::repair_surrogates;
use super::{ForumItem, Page};

const MAX_TITLE_CHARS: usize = 1_000;
const MAX_BODY_CHARS: usize = 100_000;
const MAX_NAME_CHARS: usize = 200;
const MAX_URL_CHARS: usize = 2_000;

/// Why an answer is not a listing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    #[error("an empty answer")]
    Empty,
    #[error("HTML instead of JSON")]
    Html,
    #[error("broken JSON: {0}")]
    Json(String),
    #[error("JSON, but no listing")]
    NoListing,
}

/// Reads an answer's bytes as JSON, tolerating broken UTF-8 and half surrogate pairs.
pub(super) fn parse_json(bytes: &[u8]) -> Result<Value, PageError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(PageError::Empty);
    }
    if text.starts_with('<') {
        return Err(PageError::Html);
    }
    serde_json::from_str(&repair_surrogates(text)).map_err(|e| PageError::Json(e.to_string()))
}

/// Reads a page of a listing. Links to items are made from `site_url`; an entry without a time counts
/// as made `now`.
///
/// # Errors
/// The answer as a whole is no listing. Entries that cannot be read are only counted.
pub fn parse_listing(bytes: &[u8], site_url: &Url, now: DateTime<Utc>) -> Result<Page, PageError> {
    let answer = parse_json(bytes)?;
    let data = &answer["data"];
    let children = data["children"].as_array().ok_or(PageError::NoListing)?;
    let mut page = Page {
        after: data["after"].as_str().map(str::to_owned),
        ..Page::default()
    };
    for child in children {
        match item(child, site_url, now) {
            Some(item) => page.items.push(item),
            None => page.skipped += 1,
        }
    }
    Ok(page)
}

/// A post (`t3`) or comment (`t1`) with at least an id and a subreddit.
fn item(thing: &Value, site_url: &Url, now: DateTime<Utc>) -> Option<ForumItem> {
    let prefix = thing["kind"].as_str()?;
    let kind = match prefix {
        "t3" => Kind::Post,
        "t1" => Kind::Comment,
        _ => return None,
    };
    let data = &thing["data"];
    let text = |field: &str, most: usize| clean(data[field].as_str().unwrap_or_default(), most);
    let forum_id = match text("name", MAX_NAME_CHARS) {
        name if !name.is_empty() => name,
        _ => match text("id", MAX_NAME_CHARS) {
            id if !id.is_empty() => format!("{prefix}_{id}"),
            _ => return None,
        },
    };
    let subreddit = text("subreddit", MAX_NAME_CHARS);
    if subreddit.is_empty() {
        return None;
    }
    let (title, body) = match kind {
        Kind::Post => ("title", "selftext"),
        Kind::Comment => ("link_title", "body"),
    };
    let thread_id = match kind {
        Kind::Post => forum_id.clone(),
        Kind::Comment => text("link_id", MAX_NAME_CHARS),
    };
    let of_post = |text: Option<&str>, most: usize| match kind {
        Kind::Post => clean(text.unwrap_or_default(), most),
        Kind::Comment => String::new(),
    };
    Some(ForumItem {
        is_gone: is_gone(data, body),
        flair: of_post(data["link_flair_text"].as_str(), MAX_NAME_CHARS),
        link: of_post(target(data), MAX_URL_CHARS),
        crosspost_parent: text("crosspost_parent", MAX_NAME_CHARS),
        thread_id,
        url: link(data, &forum_id, &subreddit, site_url),
        kind,
        author: text("author", MAX_NAME_CHARS),
        title: text(title, MAX_TITLE_CHARS),
        body: text(body, MAX_BODY_CHARS),
        score: count(&data["score"]),
        num_comments: count(&data["num_comments"]),
        created_at: time(&data["created_utc"]).unwrap_or(now),
        pinned: data["stickied"].as_bool().unwrap_or(false),
        forum_id,
        subreddit,
    })
}

/// Whether the forum says that the item is no more. What an author deletes comes as `[deleted]`; a
/// moderator's removal as `[removed]`, of posts with who did it in `removed_by_category`; one by the
/// forum itself as a sentence that begins with `[ Removed by Reddit`. Who deletes the account leaves
/// texts behind under the author `[deleted]`: they are taken for deleted as well.
fn is_gone(data: &Value, body: &str) -> bool {
    let text = data[body].as_str().unwrap_or_default();
    data["author"] == "[deleted]"
        || ["[deleted]", "[removed]"].contains(&text)
        || text.starts_with("[ Removed by Reddit")
        || data["removed_by_category"].is_string()
}

/// The item's page: by its permalink, else (older answers carry none for comments) by its ids.
fn link(data: &Value, forum_id: &str, subreddit: &str, site_url: &Url) -> String {
    let bare = |id: &str| id.split_once('_').map_or(id, |(_, id)| id).to_owned();
    let path = match (data["permalink"].as_str(), data["link_id"].as_str()) {
        (Some(path), _) if path.starts_with('/') => path.to_owned(),
        (_, Some(post)) => format!(
            "/r/{subreddit}/comments/{}/_/{}/",
            bare(post),
            bare(forum_id)
        ),
        _ => format!("/r/{subreddit}/comments/{}/", bare(forum_id)),
    };
    let base = site_url.as_str().trim_end_matches('/');
    clean(&format!("{base}{path}"), MAX_URL_CHARS)
}

/// Where a post leads: the forum gives one of text its own page.
fn target(data: &Value) -> Option<&str> {
    let url = data["url"].as_str();
    url.filter(|_| data["is_self"] == false)
}

/// Without NUL, which Postgres cannot store, and cut to a number of characters.
fn clean(text: &str, most_chars: usize) -> String {
    text.chars()
        .filter(|c| *c != '\0')
        .take(most_chars)
        .collect()
}

fn count(value: &Value) -> i32 {
    let count = value.as_i64().or_else(|| value.as_f64().map(|f| f as i64));
    count
        .unwrap_or(0)
        .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Seconds since 1970, as a number or as text. Times that no calendar holds count as missing.
fn time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = value
        .as_f64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()))?;
    DateTime::from_timestamp(seconds as i64, 0)
        .filter(|time| (1..=253_402_300_799).contains(&time.timestamp()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(answer: &Value) -> Page {
        let site = Url::parse("https://forum.example").unwrap();
        parse_listing(answer.to_string().as_bytes(), &site, now()).unwrap()
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn listing(children: &Value) -> Value {
        json!({"kind": "Listing", "data": {"after": null, "children": children}})
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_left_out_and_counted() {
        let page = parse(&listing(&json!([
            {"kind": "t3", "data": {}},
            {"kind": "more", "data": {"name": "t1_x", "subreddit": "tea"}},
            null,
            "text",
            {"kind": "t3", "data": {"name": "t3_a", "subreddit": "tea", "title": null, "edited": 17.5}},
        ])));
        assert_eq!((page.items.len(), page.skipped), (1, 4));
        assert_eq!(page.items[0].forum_id, "t3_a");
        assert_eq!(page.items[0].thread_id, "t3_a");
        assert_eq!(page.items[0].created_at, now());
        assert_eq!(page.items[0].url, "https://forum.example/r/tea/comments/a/");
    }

    #[test]
    fn a_comment_has_its_posts_title_and_a_link_made_from_ids() {
        let page = parse(&listing(&json!([{"kind": "t1", "data": {
            "id": "c1", "link_id": "t3_p", "subreddit": "Tea", "link_title": "Which pot?", "body": "Clay.",
            "created_utc": 1_700_000_000.0, "score": "hidden", "author": null,
        }}])));
        let comment = &page.items[0];
        assert_eq!(
            (comment.kind, comment.title.as_str()),
            (Kind::Comment, "Which pot?")
        );
        assert_eq!(comment.forum_id, "t1_c1");
        assert_eq!(comment.thread_id, "t3_p");
        assert_eq!(comment.url, "https://forum.example/r/Tea/comments/p/_/c1/");
        assert_eq!(comment.created_at.timestamp(), 1_700_000_000);
    }

    #[test]
    fn what_is_deleted_or_removed_is_told_from_what_is_there() {
        let cases = [
            (
                "t3",
                json!({"author": "ann", "selftext": "Clay.", "removed_by_category": null}),
                false,
            ),
            ("t3", json!({"author": null, "selftext": ""}), false),
            (
                "t3",
                json!({"author": "ann", "selftext": "Why does it say [removed]?"}),
                false,
            ),
            (
                "t3",
                json!({"author": "[deleted]", "selftext": "[deleted]"}),
                true,
            ),
            (
                "t3",
                json!({"author": "ann", "selftext": "[removed]"}),
                true,
            ),
            (
                "t3",
                json!({"author": "ann", "selftext": "", "removed_by_category": "moderator"}),
                true,
            ),
            (
                "t3",
                json!({"author": "ann", "selftext": "[ Removed by Reddit on account of … ]"}),
                true,
            ),
            ("t1", json!({"author": "ann", "body": "Clay."}), false),
            (
                "t1",
                json!({"author": "[deleted]", "body": "[removed]"}),
                true,
            ),
            (
                "t1",
                json!({"author": "[deleted]", "body": "Left behind."}),
                true,
            ),
        ];
        for (kind, mut data, gone) in cases {
            data["name"] = json!(format!("{kind}_a"));
            data["subreddit"] = json!("tea");
            let page = parse(&listing(&json!([{"kind": kind, "data": data}])));
            assert_eq!(page.items[0].is_gone, gone, "{data}");
        }
    }

    #[test]
    fn a_crosspost_names_what_it_passes_on() {
        let post = |parent: Value| {
            let data = json!({"name": "t3_b", "subreddit": "tea", "crosspost_parent": parent});
            let page = parse(&listing(&json!([{"kind": "t3", "data": data}])));
            page.items[0].crosspost_parent.clone()
        };
        assert_eq!(post(json!("t3_a")), "t3_a");
        assert_eq!(post(Value::Null), "");
    }

    #[test]
    fn only_a_post_has_a_label_and_only_a_link_leads_elsewhere() {
        let read = |kind: &str, is_self: bool, flair: Value| {
            let data = json!({
                "name": format!("{kind}_a"), "subreddit": "tea", "is_self": is_self,
                "url": "https://pots.example/clay", "link_flair_text": flair,
            });
            let page = parse(&listing(&json!([{"kind": kind, "data": data}])));
            (page.items[0].flair.clone(), page.items[0].link.clone())
        };
        let pair = |flair: &str, link: &str| (flair.to_owned(), link.to_owned());
        let link = "https://pots.example/clay";
        assert_eq!(read("t3", false, json!("Review")), pair("Review", link));
        assert_eq!(read("t3", true, Value::Null), pair("", ""));
        assert_eq!(read("t1", false, json!("Review")), pair("", ""));
    }

    #[test]
    fn texts_are_bounded_and_free_of_nul() {
        let page = parse(&listing(&json!([{"kind": "t3", "data": {
            "name": "t3_a", "subreddit": "tea", "title": "é".repeat(2_000), "selftext": "a\u{0}b",
            "created_utc": 1e300, "score": 1e30,
        }}])));
        let post = &page.items[0];
        assert_eq!(post.title.chars().count(), MAX_TITLE_CHARS);
        assert_eq!(post.body, "ab");
        assert_eq!((post.score, post.created_at), (i32::MAX, now()));
    }

    #[test]
    fn what_is_no_listing_says_why() {
        let site = Url::parse("https://forum.example").unwrap();
        let fail = |bytes: &[u8]| parse_listing(bytes, &site, now()).unwrap_err();
        assert_eq!(fail(b" \n"), PageError::Empty);
        assert_eq!(fail(b"\n<!doctype html>"), PageError::Html);
        assert_eq!(fail(b"{\"message\": \"no\"}"), PageError::NoListing);
        assert!(matches!(fail(b"{\"data\": {\"chil"), PageError::Json(_)));
    }

    #[test]
    fn half_a_surrogate_pair_and_broken_utf8_lose_nothing() {
        let site = Url::parse("https://forum.example").unwrap();
        let mut bytes = br#"{"data":{"after":"t3_b","children":[{"kind":"t3","data":{"name":"t3_a","subreddit":"tea","title":"x \ud83d y","selftext":""#.to_vec();
        bytes.extend([0xff, 0xfe]);
        bytes.extend(br#""}}]}}"#);
        let page = parse_listing(&bytes, &site, now()).unwrap();
        assert_eq!(page.items[0].title, "x \u{fffd} y");
        assert_eq!(page.items[0].body, "\u{fffd}\u{fffd}");
        assert_eq!(page.after.as_deref(), Some("t3_b"));
    }
}
