//! Renders items as the API shows them. Fields that no reader needs are left out.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::lemmy::config::Config;
use crate::lemmy::item::{Item, What};
use crate::lemmy::sim::Sim;

impl Sim {
    /// Returns the view of a post, or that of a comment with its post.
    pub(crate) fn view(&self, item: &Item) -> Value {
        let config = &self.config;
        match &item.what {
            What::Post { .. } => view_of(item, None, config),
            What::Comment { post, .. } => match self.find_post(*post) {
                Some(post) => view_of(&post, Some(item), config),
                None => Value::Null,
            },
        }
    }
}

fn view_of(post: &Item, comment: Option<&Item>, config: &Config) -> Value {
    let What::Post { community, comments, .. } = &post.what else {
        return Value::Null;
    };
    let shown = comment.unwrap_or(post);
    let mut counts = json!({
        "score": shown.score,
        "upvotes": shown.score.max(0),
        "downvotes": 0,
        "published": time(shown.published, config),
    });
    let mut view = json!({
        "post": post_fields(post, config),
        "creator": actor(&shown.creator, "u", config),
        "community": actor(community, "c", config),
        "creator_banned_from_community": false,
        "subscribed": "NotSubscribed",
        "saved": false,
        "creator_blocked": false,
    });
    match comment {
        Some(comment) => view["comment"] = comment_fields(comment, config),
        None => counts["comments"] = json!(comments),
    }
    view["counts"] = counts;
    view
}

fn post_fields(post: &Item, config: &Config) -> Value {
    let What::Post { title, body, url, featured, .. } = &post.what else {
        return Value::Null;
    };
    let mut fields = shared_fields(post, config);
    fields["name"] = json!(title);
    fields["nsfw"] = json!(false);
    fields["locked"] = json!(false);
    fields["featured_community"] = json!(false);
    fields["featured_local"] = json!(featured);
    // A missing field is left out instead of null.
    if let Some(body) = body {
        fields["body"] = json!(body);
    }
    if let Some(url) = url {
        fields["url"] = json!(url);
    }
    fields
}

fn comment_fields(comment: &Item, config: &Config) -> Value {
    let What::Comment { post, path, content } = &comment.what else {
        return Value::Null;
    };
    let mut fields = shared_fields(comment, config);
    let path: Vec<String> = path.iter().map(u64::to_string).collect();
    fields["post_id"] = json!(post);
    // A deletion by the author removes the text; a removal by a moderator keeps it.
    fields["content"] = json!(if comment.deleted { "" } else { content });
    fields["path"] = json!(format!("0.{}", path.join(".")));
    fields["distinguished"] = json!(false);
    fields
}

fn shared_fields(item: &Item, config: &Config) -> Value {
    let mut fields = json!({
        "id": item.id,
        "ap_id": item.ap_id,
        "local": item.ap_id.starts_with(&format!("https://{}/", config.host)),
        "removed": item.removed,
        "deleted": item.deleted,
        "published": time(item.published, config),
        "language_id": 0,
    });
    if let Some(updated) = item.updated {
        fields["updated"] = json!(time(updated, config));
    }
    fields
}

fn actor(handle: &str, kind: &str, config: &Config) -> Value {
    let (name, host) = handle.split_once('@').unwrap_or((handle, &config.host));
    json!({
        "name": name,
        "actor_id": format!("https://{host}/{kind}/{name}"),
        "local": host == config.host,
    })
}

fn time(time: DateTime<Utc>, config: &Config) -> String {
    match config.bare_times {
        true => time.naive_utc().format("%Y-%m-%dT%H:%M:%S%.6f").to_string(),
        false => time.to_rfc3339_opts(SecondsFormat::Micros, true),
    }
}
