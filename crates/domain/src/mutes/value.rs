//! The value of a mute: parsed from typed text, or taken from an item, in the form that is
//! compared.

use chrono::{DateTime, Utc};
use matcher::{AuthorName, SubredditName, check_keyword, folded};
use uuid::Uuid;

use super::cover::fold_name;
use db::models::item::Item;
use db::models::mute::{Mute, MuteKind};
use foundation::wording::labels::in_place;

/// The longest value that the database accepts.
const MAX_CHARS: usize = 200;
const MAX_SHOWN_CHARS: usize = 1_000;
/// The names that the forum shows in place of a deleted one.
const NOBODY: [&str; 2] = ["[deleted]", "[removed]"];

/// A checked value; an error is a text for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    kind: MuteKind,
    value: String,
    shown: String,
}

impl Value {
    /// Parses what a person types: `u/name`, `r/name`, a word, a thread's id or address.
    pub fn typed(kind: MuteKind, typed: &str) -> Result<Self, &'static str> {
        let typed = typed.trim();
        match kind {
            MuteKind::Author => author(typed),
            MuteKind::Subreddit => {
                let refusal = "This is not a subreddit name.";
                let name = SubredditName::parse(typed).map_err(|_| refusal)?;
                if name.is_all() {
                    return Err("You cannot mute all of Reddit. Turn the keyword off instead.");
                }
                Self::new(kind, fold_name(name.as_str()), name.as_str())
            }
            MuteKind::Thread => thread(typed),
            MuteKind::Word => {
                check_keyword(typed).map_err(|_| "Enter a word of at most 200 characters.")?;
                Self::new(kind, folded(typed), typed)
            }
        }
    }

    /// Returns the value for an item.
    pub fn of(kind: MuteKind, item: &Item) -> Result<Self, &'static str> {
        match kind {
            MuteKind::Author if NOBODY.contains(&item.author.as_str()) => {
                Err("The author of this is no longer known.")
            }
            MuteKind::Author => Self::new(kind, fold_name(&item.author), &item.author),
            MuteKind::Subreddit => Self::new(kind, fold_name(&item.subreddit), &item.subreddit),
            MuteKind::Thread if item.thread_id.is_empty() => {
                Err("Reddit did not say which thread this belongs to.")
            }
            MuteKind::Thread if item.title.is_empty() => {
                let shown = format!("a thread {}", in_place(&item.subreddit));
                Self::new(kind, item.thread_id.clone(), &shown)
            }
            MuteKind::Thread => Self::new(kind, item.thread_id.clone(), &item.title),
            MuteKind::Word => Err("Enter the word to mute."),
        }
    }

    /// Creates the row.
    pub fn mute(
        self,
        user_id: Uuid,
        watch_id: Option<Uuid>,
        until: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Mute {
        Mute {
            id: Uuid::now_v7(),
            user_id,
            watch_id,
            kind: self.kind,
            value: self.value,
            shown: self.shown,
            until,
            created_at: now,
        }
    }

    fn new(kind: MuteKind, value: String, shown: &str) -> Result<Self, &'static str> {
        if value.is_empty() {
            return Err("There is nothing to mute here.");
        }
        if value.chars().count() > MAX_CHARS {
            return Err("This is too long.");
        }
        Ok(Self { kind, value, shown: shown.chars().take(MAX_SHOWN_CHARS).collect() })
    }
}

fn author(typed: &str) -> Result<Value, &'static str> {
    let name = AuthorName::parse(typed)
        .map_err(|_| "This is not a user name. Use letters, digits and the characters _ - . @ :")?;
    Value::new(MuteKind::Author, fold_name(name.as_str()), name.as_str())
}

/// Parses `t3_abc`, `abc`, or an address with `/comments/abc/` in it.
fn thread(typed: &str) -> Result<Value, &'static str> {
    let in_address = typed
        .split_once("/comments/")
        .map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(rest));
    let id = in_address.unwrap_or(typed);
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if id.is_empty() || id.len() > 64 || !id.chars().all(allowed) {
        return Err("This is not the ID or address of a thread.");
    }
    let value = match id.contains('_') {
        true => id.to_owned(),
        false => format!("t3_{id}"),
    };
    Value::new(MuteKind::Thread, value, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(kind: MuteKind, typed: &str) -> Option<String> {
        Value::typed(kind, typed).ok().map(|value| value.value)
    }

    #[test]
    fn what_is_typed_is_reduced_to_what_is_compared() {
        for (kind, typed, wanted) in [
            (MuteKind::Author, "u/Some_One-1", Some("some_one-1")),
            (MuteKind::Author, "/U/x", Some("x")),
            (MuteKind::Author, "two words", None),
            (MuteKind::Author, "u/", None),
            (MuteKind::Author, "[deleted]", None),
            (MuteKind::Author, "@ada.bsky.social", Some("ada.bsky.social")),
            (MuteKind::Author, "Ada@lemmy.world", Some("ada@lemmy.world")),
            (MuteKind::Subreddit, "r/SelfHosted", Some("selfhosted")),
            (MuteKind::Subreddit, "https://www.reddit.com/r/tea/new", Some("tea")),
            (MuteKind::Subreddit, "all", None),
            (MuteKind::Subreddit, "R/ALL", None),
            (MuteKind::Subreddit, "_x", None),
            (MuteKind::Thread, "t3_abc", Some("t3_abc")),
            (MuteKind::Thread, "abc", Some("t3_abc")),
            (MuteKind::Thread, "https://x.example/r/tea/comments/abc/which/?a=b", Some("t3_abc")),
            (MuteKind::Thread, "a b", None),
            (MuteKind::Word, "  Green\n TEA ", Some("green tea")),
            (MuteKind::Word, "Straße", Some("strasse")),
            (MuteKind::Word, "\u{200b}", None),
            (MuteKind::Word, "", None),
        ] {
            assert_eq!(value(kind, typed).as_deref(), wanted, "{kind:?} {typed:?}");
        }
        // Each of these becomes three characters.
        assert_eq!(value(MuteKind::Word, &"ΐ".repeat(190)), None);
    }
}
