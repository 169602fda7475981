use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::post::{COLLECTION, PostId, Record};

/// An event of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The time at which the instance saw it, in microseconds since 1970: the cursor from which to
    /// continue.
    pub time: i64,
    pub what: What,
}

/// The kind of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Posted(PostId, Box<Record>),
    /// A post whose text has changed.
    Edited(PostId, Box<Record>),
    Deleted(PostId),
    /// An account, by its DID, that was deleted, taken down, suspended or deactivated.
    AccountGone(String),
    /// An account, by its DID, and its new name.
    Named(String, String),
    /// An event that is not of interest here.
    Other,
    /// A post that does not have the form of posts, and why.
    Unreadable(String),
}

impl Event {
    /// Reads an event from the text of a frame.
    ///
    /// # Errors
    /// The text is not an event.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        let raw: Raw = serde_json::from_str(text)?;
        Ok(Self { time: raw.time_us, what: raw.what() })
    }

    /// Returns the time at which the instance saw it, to the second; none if the value is not a
    /// valid time.
    pub fn seen_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.time.div_euclid(1_000_000), 0)
    }
}

/// An event as received. Each is of one kind, and has only the field of that kind.
#[derive(Deserialize)]
struct Raw {
    did: String,
    time_us: i64,
    commit: Option<Commit>,
    account: Option<Account>,
    identity: Option<Identity>,
}

#[derive(Deserialize)]
struct Commit {
    operation: String,
    collection: String,
    rkey: String,
    #[serde(default)]
    record: serde_json::Value,
}

#[derive(Deserialize)]
struct Account {
    active: bool,
}

#[derive(Deserialize)]
struct Identity {
    handle: Option<String>,
}

impl Raw {
    fn what(self) -> What {
        if let Some(commit) = self.commit {
            return commit.what(self.did);
        }
        if let Some(account) = self.account {
            return match account.active {
                true => What::Other,
                false => What::AccountGone(self.did),
            };
        }
        match self.identity.and_then(|identity| identity.handle) {
            Some(handle) => What::Named(self.did, handle),
            None => What::Other,
        }
    }
}

impl Commit {
    fn what(self, did: String) -> What {
        if self.collection != COLLECTION {
            return What::Other;
        }
        let id = PostId { did, rkey: self.rkey };
        if !id.is_sound() {
            return What::Unreadable("an id of a strange form".to_owned());
        }
        let made = match self.operation.as_str() {
            "create" => What::Posted,
            "update" => What::Edited,
            "delete" => return What::Deleted(id),
            _ => return What::Other,
        };
        match serde_json::from_value(self.record) {
            Ok(record) => made(id, record),
            Err(error) => What::Unreadable(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(json: &str) -> What {
        Event::parse(json).unwrap().what
    }

    fn id() -> PostId {
        PostId { did: "did:plc:ada".to_owned(), rkey: "3kabc".to_owned() }
    }

    #[test]
    fn posts_are_read_and_other_records_ignored() {
        let commit = |operation: &str, collection: &str, record: &str| {
            what(&format!(
                r#"{{"did": "did:plc:ada", "time_us": 5, "kind": "commit", "commit": {{"rev": "r",
                    "operation": "{operation}", "collection": "{collection}", "rkey": "3kabc"{record}}}}}"#
            ))
        };
        let record = r#", "record": {"$type": "app.bsky.feed.post", "text": "A kettle"}"#;
        let read: Box<Record> = serde_json::from_str(r#"{"text": "A kettle"}"#).unwrap();
        let posted = commit("create", "app.bsky.feed.post", record);
        assert_eq!(posted, What::Posted(id(), read.clone()));
        let edited = commit("update", "app.bsky.feed.post", record);
        assert_eq!(edited, What::Edited(id(), read));
        assert_eq!(commit("delete", "app.bsky.feed.post", ""), What::Deleted(id()));
        assert_eq!(commit("create", "app.bsky.feed.like", record), What::Other);
        assert_eq!(commit("rebase", "app.bsky.feed.post", record), What::Other);
        for record in ["", r#", "record": {"text": 5}"#, r#", "record": []"#] {
            let read = commit("create", "app.bsky.feed.post", record);
            assert!(matches!(read, What::Unreadable(_)), "{record}: {read:?}");
        }
    }

    #[test]
    fn accounts_go_and_are_named() {
        let account = |rest: &str| {
            what(&format!(r#"{{"did": "did:plc:ada", "time_us": 5, "kind": "x", {rest}}}"#))
        };
        let did = || "did:plc:ada".to_owned();
        for (status, gone) in [
            (r#"{"active": false, "status": "takendown"}"#, true),
            (r#"{"active": false}"#, true),
            (r#"{"active": true}"#, false),
        ] {
            let read = account(&format!(r#""account": {status}"#));
            assert_eq!(read == What::AccountGone(did()), gone, "{status}");
        }
        let named = account(r#""identity": {"did": "did:plc:ada", "handle": "ada.example"}"#);
        assert_eq!(named, What::Named(did(), "ada.example".to_owned()));
        assert_eq!(account(r#""identity": {"did": "did:plc:ada"}"#), What::Other);
        assert_eq!(account(r#""x": 1"#), What::Other);
    }

    #[test]
    fn what_is_no_event_is_refused() {
        for text in
            ["", "{", "[]", "null", r#"{"did": "did:plc:ada"}"#, r#"{"time_us": "5", "did": "d"}"#]
        {
            assert!(Event::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn its_time_is_by_the_second() {
        let event = Event { time: 1_700_000_000_999_999, what: What::Other };
        assert_eq!(event.seen_at().unwrap().timestamp_micros(), 1_700_000_000_000_000);
    }

    #[test]
    fn recorded_descriptions_are_in_the_text() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/bluesky");
        let Ok(events) = std::fs::read_to_string(format!("{folder}/events-from-posts.ndjson"))
        else {
            println!("skipped: no recorded events in {folder}");
            return;
        };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let site = "https://bsky.app".parse().unwrap();
        let (mut pictures, mut cards) = (0, 0);
        for line in events.lines() {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            let embed = &json["commit"]["record"]["embed"];
            let embed = if embed["media"].is_object() { &embed["media"] } else { embed };
            let What::Posted(id, record) = what(line) else {
                continue;
            };
            let body = words(&record.item(&id, "ada.example", DateTime::UNIX_EPOCH, &site).body);
            let has = |text: &serde_json::Value| {
                let text = words(text.as_str().unwrap());
                assert!(body.contains(&text), "{text:?} is missing: {line}");
                usize::from(!text.is_empty())
            };
            let images = embed["images"].as_array().into_iter().flatten();
            pictures += images.map(|image| has(&image["alt"])).sum::<usize>();
            if let Some(card) = embed["external"].as_object() {
                cards += has(&card["title"]);
                has(&card["description"]);
                has(&card["uri"]);
            }
        }
        assert!(pictures > 250 && cards > 250, "{pictures} {cards}");
    }
}
