//! Renders items and subreddits as the API's `t1`, `t3` and `t5` things, and the Listing around them.
//!
//! Fields that never vary here are in `shapes/*.json`.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};

use crate::forum::item::{Item, Kind, State};
use crate::forum::markdown;
use crate::forum::store::{Access, Forum, Subreddit};

type Fields = Map<String, Value>;

static T1: LazyLock<Fields> = LazyLock::new(|| fields(include_str!("../../shapes/forum/t1.json")));
static T3: LazyLock<Fields> = LazyLock::new(|| fields(include_str!("../../shapes/forum/t3.json")));
static T5: LazyLock<Fields> = LazyLock::new(|| fields(include_str!("../../shapes/forum/t5.json")));

fn fields(shape: &str) -> Fields {
    serde_json::from_str(shape).expect("the shape files are part of this program")
}

/// The context that things are rendered with.
#[derive(Clone, Copy)]
pub(crate) struct Renderer<'a> {
    pub(crate) forum: &'a Forum,
    pub(crate) site_base: &'a str,
    pub(crate) now: DateTime<Utc>,
}

impl Renderer<'_> {
    /// Renders the item as `{kind, data}`.
    pub(crate) fn item(&self, item: &Item) -> Value {
        let data = match item.kind {
            Kind::Post => self.post(item),
            Kind::Comment => self.comment(item),
        };
        json!({ "kind": item.kind.prefix(), "data": data })
    }

    fn shared(&self, item: &Item, data: &mut Fields) {
        let score = item.score(self.now);
        let subreddit_id = self.forum.subreddit(&item.subreddit).map_or("2", |sub| sub.id.as_str());
        let author_fullname = match shown_author(item) {
            "[deleted]" => Value::Null,
            _ => json!(format!("t2_{}", author_id(&item.author))),
        };
        data.insert("id".into(), json!(item.id));
        data.insert("name".into(), json!(item.fullname()));
        data.insert("subreddit".into(), json!(item.subreddit));
        data.insert("subreddit_id".into(), json!(format!("t5_{subreddit_id}")));
        data.insert("subreddit_name_prefixed".into(), json!(format!("r/{}", item.subreddit)));
        data.insert("author".into(), json!(shown_author(item)));
        data.insert("author_fullname".into(), author_fullname);
        data.insert("permalink".into(), json!(item.permalink()));
        data.insert("created".into(), json!(item.created.timestamp() as f64));
        data.insert("created_utc".into(), json!(item.created.timestamp() as f64));
        data.insert("edited".into(), edited(item));
        data.insert("score".into(), json!(score));
        data.insert("ups".into(), json!(score.max(0)));
    }

    fn post(&self, item: &Item) -> Fields {
        let mut data = T3.clone();
        self.shared(item, &mut data);
        let body = shown_body(item);
        let html = if body.is_empty() { Value::Null } else { json!(markdown::api_html(body)) };
        let page = format!("{}{}", self.site_base, item.permalink());
        let url = item.link.clone().unwrap_or_else(|| page.clone());
        let domain = item.link.as_deref().and_then(host);
        let domain = domain.map_or_else(|| format!("self.{}", item.subreddit), str::to_owned);
        data.insert("title".into(), json!(item.title));
        data.insert("selftext".into(), json!(body));
        data.insert("selftext_html".into(), html);
        data.insert("is_self".into(), json!(item.link.is_none()));
        data.insert("domain".into(), json!(domain));
        data.insert("url".into(), json!(url));
        data.insert(
            "thumbnail".into(),
            json!(if item.link.is_some() { "default" } else { "self" }),
        );
        data.insert("link_flair_text".into(), json!(item.flair));
        data.insert("num_comments".into(), json!(item.comments));
        data.insert("stickied".into(), json!(item.stickied));
        data.insert("removed_by_category".into(), removed_by(item.state));
        if let Some(parent) = &item.crosspost_parent {
            let passed_on = self.forum.get(parent).map(|post| self.post(post));
            data.insert("crosspost_parent".into(), json!(parent));
            data.insert(
                "crosspost_parent_list".into(),
                json!(passed_on.into_iter().collect::<Vec<_>>()),
            );
        }
        data.insert("hide_score".into(), json!((self.now - item.created).num_minutes() < 60));
        data.insert("upvote_ratio".into(), json!(if item.final_score > 0 { 0.93 } else { 0.41 }));
        let members = self.forum.subreddit(&item.subreddit).map_or(0, |sub| sub.subscribers);
        data.insert("subreddit_subscribers".into(), json!(members));
        if item.link.is_some() {
            data.insert("post_hint".into(), json!("link"));
            data.insert("url_overridden_by_dest".into(), json!(url));
        }
        data
    }

    fn comment(&self, item: &Item) -> Fields {
        let mut data = T1.clone();
        self.shared(item, &mut data);
        let link = item.link_id.as_deref().unwrap_or_default();
        let post = self.forum.get(link);
        let link_permalink =
            post.map(|post| format!("{}{}", self.site_base, post.permalink())).unwrap_or_default();
        let link_author = post.map_or("[deleted]", shown_author);
        let link_url = post.and_then(|post| post.link.clone()).unwrap_or(link_permalink.clone());
        let body = shown_body(item);
        data.insert("body".into(), json!(body));
        data.insert("body_html".into(), json!(markdown::api_html(body)));
        data.insert("link_id".into(), json!(link));
        data.insert("parent_id".into(), json!(item.parent_id.as_deref().unwrap_or(link)));
        data.insert("link_title".into(), json!(post.map_or(item.title.as_str(), |p| &p.title)));
        data.insert("link_author".into(), json!(link_author));
        data.insert("link_url".into(), json!(link_url));
        data.insert("link_permalink".into(), json!(link_permalink));
        data.insert("num_comments".into(), json!(post.map_or(0, |post| post.comments)));
        data.insert("score_hidden".into(), json!((self.now - item.created).num_minutes() < 60));
        data.insert("is_submitter".into(), json!(post.is_some_and(|p| p.author == item.author)));
        data
    }

    /// Renders the subreddit as `{kind: "t5", data}`.
    pub(crate) fn subreddit(&self, sub: &Subreddit) -> Value {
        let mut data = T5.clone();
        let access = match sub.access {
            Access::Private => "private",
            _ => "public",
        };
        data.insert("id".into(), json!(sub.id));
        data.insert("name".into(), json!(format!("t5_{}", sub.id)));
        data.insert("display_name".into(), json!(sub.name));
        data.insert("display_name_prefixed".into(), json!(format!("r/{}", sub.name)));
        data.insert("url".into(), json!(format!("/r/{}/", sub.name)));
        data.insert("title".into(), json!(sub.title));
        data.insert("public_description".into(), json!(sub.description));
        data.insert("description".into(), json!(sub.description));
        data.insert("subscribers".into(), json!(sub.subscribers));
        data.insert("created".into(), json!(sub.created.timestamp() as f64));
        data.insert("created_utc".into(), json!(sub.created.timestamp() as f64));
        data.insert("subreddit_type".into(), json!(access));
        data.insert("quarantine".into(), json!(sub.access == Access::Quarantined));
        json!({ "kind": "t5", "data": data })
    }
}

/// Makes a Listing around `children`.
pub(crate) fn listing(children: &[Value], after: Option<&str>, before: Option<&str>) -> Value {
    json!({
        "kind": "Listing",
        "data": {
            "modhash": "",
            "dist": children.len(),
            "geo_filter": "",
            "children": children,
            "after": after,
            "before": before,
        }
    })
}

/// Escapes `<`, `>` and `&` in every text, as in answers without `raw_json=1`.
pub(crate) fn escape_texts(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(['<', '>', '&']) => {
            *text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        }
        Value::Array(values) => values.iter_mut().for_each(escape_texts),
        Value::Object(fields) => fields.values_mut().for_each(escape_texts),
        _ => {}
    }
}

pub(crate) fn shown_author(item: &Item) -> &str {
    match (item.state, item.kind) {
        (State::Deleted | State::Lost, _) | (State::Removed, Kind::Comment) => "[deleted]",
        _ => &item.author,
    }
}

pub(crate) fn shown_body(item: &Item) -> &str {
    match item.state {
        State::Live => &item.body,
        State::Deleted | State::Lost => "[deleted]",
        State::Removed => "[removed]",
    }
}

/// Returns `false`, or the time of the edit in seconds.
fn edited(item: &Item) -> Value {
    item.edited.map_or(json!(false), |at| json!(at.timestamp() as f64))
}

fn removed_by(state: State) -> Value {
    match state {
        State::Live => Value::Null,
        State::Deleted | State::Lost => json!("deleted"),
        State::Removed => json!("moderator"),
    }
}

/// Returns an id that is stable for a name (FNV-1a).
fn author_id(author: &str) -> String {
    let hash = author.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    crate::forum::ids::base36(hash % 36_u64.pow(8))
}

fn host(url: &str) -> Option<&str> {
    let rest = url.split_once("://")?.1;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    Some(host.strip_prefix("www.").unwrap_or(host))
}
