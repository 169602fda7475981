//! Parses the forum's answers. An entry that cannot be read never affects the others of its page.

use chrono::{DateTime, Utc};
use matcher::Kind;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use url::Url;

use super::repair::repair_surrogates;
use crate::sources::attached::{Attached, Description, with_descriptions};
use crate::sources::text::{MAX_BODY_CHARS, MAX_NAME_CHARS, MAX_TITLE_CHARS, MAX_URL_CHARS, clean};
use crate::sources::{ForumItem, Page};

/// The largest entry: a post of 40,000 characters, all of them escaped, with its HTML and the post
/// that it crossposts, has half of this.
const MAX_CHILD_BYTES: usize = 4 << 20;

/// The reason why an answer is not a listing.
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

/// An entry of a page that was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Skipped {
    /// The forum's id, if it could be read.
    pub(super) forum_id: Option<String>,
    pub(super) bytes: usize,
    pub(super) reason: String,
}

/// A listing with its entries not yet parsed. What is skipped in this way may be nested to any
/// depth: it is scanned without recursion.
#[derive(Deserialize)]
struct Listing<'a> {
    #[serde(borrow, default)]
    data: Option<Children<'a>>,
}

#[derive(Deserialize)]
struct Children<'a> {
    #[serde(borrow, default)]
    after: Option<&'a RawValue>,
    #[serde(borrow, default)]
    children: Option<Vec<&'a RawValue>>,
}

/// Reads an answer's bytes as JSON, tolerating broken UTF-8 and half surrogate pairs.
pub(super) fn parse_json(bytes: &[u8]) -> Result<Value, PageError> {
    let text = String::from_utf8_lossy(bytes);
    serde_json::from_str(&repair_surrogates(beginning_of_json(&text)?))
        .map_err(|error| broken(&error))
}

fn beginning_of_json(text: &str) -> Result<&str, PageError> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match text.chars().next() {
        None => Err(PageError::Empty),
        Some('<') => Err(PageError::Html),
        Some(_) => Ok(text),
    }
}

fn broken(error: &serde_json::Error) -> PageError {
    PageError::Json(error.to_string())
}

/// Reads a page of a listing. Links to items are made from `site_url`; an entry without a time
/// counts as made `now`.
///
/// # Errors
/// The answer as a whole is not a listing. Entries that cannot be read are only counted.
pub fn parse_listing(bytes: &[u8], site_url: &Url, now: DateTime<Utc>) -> Result<Page, PageError> {
    read_listing(bytes, site_url, now).map(|(page, _)| page)
}

/// Reads a page as [`parse_listing`] does, and also returns what was skipped.
pub(super) fn read_listing(
    bytes: &[u8],
    site_url: &Url,
    now: DateTime<Utc>,
) -> Result<(Page, Vec<Skipped>), PageError> {
    let text = String::from_utf8_lossy(bytes);
    let text = repair_surrogates(beginning_of_json(&text)?);
    let listing: Listing<'_> = serde_json::from_str(&text)
        .map_err(|error| if error.is_data() { PageError::NoListing } else { broken(&error) })?;
    let data = listing.data.ok_or(PageError::NoListing)?;
    let children = data.children.ok_or(PageError::NoListing)?;
    let after = data.after.map(RawValue::get);
    let mut page =
        Page { after: after.and_then(|after| serde_json::from_str(after).ok()), ..Page::default() };
    let mut skipped = Vec::new();
    for child in children {
        match read_child(child.get(), site_url, now) {
            Ok(item) => page.items.push(item),
            Err(reason) => skipped.push(Skipped {
                forum_id: forum_id(child.get()),
                bytes: child.get().len(),
                reason,
            }),
        }
    }
    page.skipped = skipped.len();
    Ok((page, skipped))
}

/// Parses one entry on its own: whatever its form, the cost is limited by its bounded length.
fn read_child(json: &str, site_url: &Url, now: DateTime<Utc>) -> Result<ForumItem, String> {
    if json.len() > MAX_CHILD_BYTES {
        return Err(format!("longer than {MAX_CHILD_BYTES} bytes"));
    }
    let child: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    item(&child, site_url, now)
        .ok_or_else(|| "no post or comment with an id and a place".to_owned())
}

/// Returns the id of an entry that cannot be read otherwise.
fn forum_id(json: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Child {
        data: Named,
    }
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let child: Child = serde_json::from_str(json).ok()?;
    Some(clean(&child.data.name, MAX_NAME_CHARS))
}

/// Returns a post (`t3`) or comment (`t1`) with at least an id and a subreddit.
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
    let own_text = data[body].as_str().unwrap_or_default();
    let title = text(title, MAX_TITLE_CHARS);
    let whole_text = match kind {
        Kind::Post => with_descriptions(&title, own_text, attached(data)),
        Kind::Comment => own_text.to_owned(),
    };
    Some(ForumItem {
        is_gone: is_gone(data, body),
        // `false`, or when it was.
        is_edited: data["edited"].is_number() || data["edited"] == true,
        flair: of_post(data["link_flair_text"].as_str(), MAX_NAME_CHARS),
        link: of_post(target(data), MAX_URL_CHARS),
        crosspost_parent: text("crosspost_parent", MAX_NAME_CHARS),
        is_backlog: false,
        thread_id,
        url: link(data, &forum_id, &subreddit, site_url),
        kind,
        author: text("author", MAX_NAME_CHARS),
        title,
        body: clean(&whole_text, MAX_BODY_CHARS),
        score: count(&data["score"]),
        num_comments: count(&data["num_comments"]),
        created_at: time(&data["created_utc"]).unwrap_or(now),
        pinned: data["stickied"].as_bool().unwrap_or(false),
        forum_id,
        subreddit,
    })
}

/// Returns what describes the content of a post: the captions of a gallery, the options of a poll,
/// and the title of the page that is shown below a link. The text of a post that it crossposts is
/// that post's own.
fn attached(data: &Value) -> Vec<Description<'_>> {
    let captions = each(&data["gallery_data"]["items"], "caption");
    let captions = captions.map(|caption| Description::new(Attached::Picture, &[caption]));
    let choices = each(&data["poll_data"]["options"], "text");
    let choices = choices.map(|choice| Description::new(Attached::Choice, &[choice]));
    let page = data["media"]["oembed"]["title"].as_str();
    let page = page.map(|title| Description::new(Attached::Link, &[title]));
    captions.chain(choices).chain(page).collect()
}

/// Returns a text of each entry of a list.
fn each<'a>(list: &'a Value, text: &'static str) -> impl Iterator<Item = &'a str> {
    let entries = list.as_array().into_iter().flatten();
    entries.filter_map(move |entry| entry[text].as_str())
}

/// Returns whether the item no longer exists in the forum. What an author deletes comes as
/// `[deleted]`; a moderator's removal as `[removed]`, for posts with who did it in
/// `removed_by_category`; a removal by the forum itself as a sentence that begins with `[ Removed
/// by Reddit`. Users who delete their account leave texts behind under the author `[deleted]`: they
/// count as deleted as well.
fn is_gone(data: &Value, body: &str) -> bool {
    let text = data[body].as_str().unwrap_or_default();
    data["author"] == "[deleted]"
        || ["[deleted]", "[removed]"].contains(&text)
        || text.starts_with("[ Removed by Reddit")
        || data["removed_by_category"].is_string()
}

/// Returns the address of the item's page: by its permalink, else (older answers carry none for
/// comments) by its ids.
fn link(data: &Value, forum_id: &str, subreddit: &str, site_url: &Url) -> String {
    let bare = |id: &str| id.split_once('_').map_or(id, |(_, id)| id).to_owned();
    let path = match (data["permalink"].as_str(), data["link_id"].as_str()) {
        (Some(path), _) if path.starts_with('/') => path.to_owned(),
        (_, Some(post)) => format!("/r/{subreddit}/comments/{}/_/{}/", bare(post), bare(forum_id)),
        _ => format!("/r/{subreddit}/comments/{}/", bare(forum_id)),
    };
    let base = site_url.as_str().trim_end_matches('/');
    clean(&format!("{base}{path}"), MAX_URL_CHARS)
}

/// Returns the address that a post links to; none for a text post, for which the forum gives its
/// own page.
fn target(data: &Value) -> Option<&str> {
    let url = data["url"].as_str();
    url.filter(|_| data["is_self"] == false)
}

fn count(value: &Value) -> i32 {
    let count = value.as_i64().or_else(|| value.as_f64().map(|f| f as i64));
    count.unwrap_or(0).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Reads seconds since 1970, given as a number or as text. Times outside the calendar count as
/// missing.
fn time(value: &Value) -> Option<DateTime<Utc>> {
    let seconds = value.as_f64().or_else(|| value.as_str().and_then(|text| text.parse().ok()))?;
    DateTime::from_timestamp(seconds as i64, 0)
        .filter(|time| (1..=253_402_300_799).contains(&time.timestamp()))
}

#[cfg(test)]
mod tests;
