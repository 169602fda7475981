//! Groups many alerts into one message: by watch, and within a watch by story. Pure; `load.rs`
//! reads the input, `email.rs` makes an email of the output.

use std::collections::HashMap;

use uuid::Uuid;

use crate::delivery::item_facts::ItemFacts;
use crate::delivery::place_names::PlaceNames;
use db::models::notification::WithItem;
use foundation::wording::labels::headline;
use foundation::wording::plural::plural;
use platform::wire::Notification;

pub mod email;
mod load;

pub use load::load;

/// The most watches that a message names, and the most stories of each; the rest is a number.
pub const MAX_SECTIONS: usize = 20;
pub const MAX_STORIES: usize = 10;

/// The alerts that waited for one receiver.
#[derive(Debug, Clone)]
pub struct Digest {
    pub id: Uuid,
    /// One section per watch, the one with the newest match first; at most [`MAX_SECTIONS`].
    pub sections: Vec<Section>,
    /// The number of watches without a section.
    pub more_watches: usize,
    /// The number of all alerts, whether they are shown or not.
    pub count: usize,
    /// Whether the alerts did not wait but came together.
    pub at_once: bool,
    /// The names of the stories' places.
    pub names: PlaceNames,
}

/// The matches of one watch.
#[derive(Debug, Clone)]
pub struct Section {
    pub watch_id: Uuid,
    pub keyword: String,
    /// The number of the watch's alerts, whether they are shown or not.
    pub count: usize,
    /// Set if the alerts exceeded the burst limit of an hour and were collected.
    pub burst: Option<Burst>,
    /// Newest first, at most [`MAX_STORIES`].
    pub stories: Vec<Story>,
}

/// One topic: a thread of the forum, with its crossposts and near copies.
#[derive(Debug, Clone)]
pub struct Story {
    /// The title of the newest match; the address is of the same match.
    pub title: String,
    pub subreddit: String,
    /// The other places of the story's matches, each once.
    pub elsewhere: Vec<String>,
    pub url: String,
    /// The facts about the newest match.
    pub facts: ItemFacts,
    /// The number of the story's matches that wait in this digest.
    pub count: usize,
    /// These matches, newest first.
    pub notifications: Vec<Notification>,
}

/// An hour with more matches of a watch than its user wants to receive one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Burst {
    /// All matches of the hour, including those that were sent at once.
    pub matches: u64,
    /// The number of matches as a multiple of the watch's own average of the past 28 days. `None`
    /// if there is too little to compare with, or if it is less than twice the average.
    pub times_usual: Option<u64>,
}

impl Burst {
    /// Returns a text such as `160 matches in an hour, 8 times as many as usual`.
    pub fn words(&self) -> String {
        let mut words = format!("{} in an hour", plural(self.matches, "match", "matches"));
        if let Some(times) = self.times_usual {
            words += &format!(", {times} times as many as usual");
        }
        words
    }
}

/// The matches of a watch in an hour and before it.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Matches in the hour.
    pub matches: u64,
    /// Matches before the hour, in at most 28 days, and the number of those hours.
    pub earlier: u64,
    pub earlier_hours: u64,
}

impl Pace {
    /// The fewest earlier hours and matches from which an average is computed.
    const MIN_HOURS: u64 = 3 * 24;
    const MIN_MATCHES: u64 = 10;

    pub fn burst(self) -> Burst {
        let is_known = self.earlier_hours >= Self::MIN_HOURS && self.earlier >= Self::MIN_MATCHES;
        // matches / (earlier / hours), rounded to the nearest.
        let times = (self.matches * self.earlier_hours * 2 + self.earlier)
            .checked_div(self.earlier * 2)
            .filter(|times| is_known && *times >= 2);
        Burst { matches: self.matches, times_usual: times }
    }
}

/// All waiting alerts of one watch.
#[derive(Debug, Clone)]
pub struct Total {
    pub watch_id: Uuid,
    pub keyword: String,
    pub count: usize,
    pub burst: Option<Burst>,
    pub at_once: bool,
}

/// Groups alerts. `totals` are the watches, the one with the newest match first; `newest` are the
/// newest alerts, newest first, not necessarily all of them.
pub fn group(id: Uuid, totals: Vec<Total>, newest: Vec<WithItem>) -> Digest {
    let count = totals.iter().map(|total| total.count).sum();
    let at_once = totals.iter().all(|total| total.at_once);
    let more_watches = totals.len().saturating_sub(MAX_SECTIONS);
    let mut stories: HashMap<Uuid, Stories> = HashMap::new();
    for found in newest {
        stories.entry(found.0.watch_id).or_default().push(found);
    }
    let section = |total: Total| Section {
        stories: stories.remove(&total.watch_id).unwrap_or_default().most(),
        watch_id: total.watch_id,
        keyword: total.keyword,
        count: total.count,
        burst: total.burst,
    };
    Digest {
        id,
        sections: totals.into_iter().take(MAX_SECTIONS).map(section).collect(),
        more_watches,
        count,
        at_once,
        names: PlaceNames::default(),
    }
}

/// The stories of one watch, in the order of their newest matches.
#[derive(Default)]
struct Stories {
    all: Vec<Story>,
    places: HashMap<String, usize>,
}

impl Stories {
    fn push(&mut self, (row, item): WithItem) {
        let key = item.story().to_owned();
        let place = *self.places.entry(key).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(Story {
                title: headline(&item.title, &item.body),
                subreddit: item.subreddit.clone(),
                elsewhere: Vec::new(),
                url: item.url.clone(),
                facts: ItemFacts::from(&item),
                count: 0,
                notifications: Vec::new(),
            });
        }
        let story = &mut self.all[place];
        let mut known = std::iter::once(&story.subreddit).chain(&story.elsewhere);
        if !known.any(|place| place.eq_ignore_ascii_case(&item.subreddit)) {
            story.elsewhere.push(item.subreddit.clone());
        }
        story.count += 1;
        story.notifications.push((row, item).into());
    }

    fn most(mut self) -> Vec<Story> {
        self.all.truncate(MAX_STORIES);
        self.all
    }
}

impl Digest {
    /// Returns the places of the stories, some of them more than once.
    pub(super) fn places(&self) -> impl Iterator<Item = &str> {
        let stories = self.sections.iter().flat_map(|section| &section.stories);
        stories.flat_map(|story| {
            std::iter::once(&story.subreddit).chain(&story.elsewhere).map(String::as_str)
        })
    }

    /// Returns the digest with up to `max_sections` sections, and `max_stories` stories of each.
    pub(super) fn shortened(&self, max_sections: usize, max_stories: usize) -> Self {
        let mut short = self.clone();
        short.more_watches += short.sections.len().saturating_sub(max_sections);
        short.sections.truncate(max_sections);
        short.sections.iter_mut().for_each(|section| section.stories.truncate(max_stories));
        short
    }

    /// Returns the path of the page that lists all matches of the digest.
    pub fn path(&self) -> String {
        format!("/notifications/message/{}", self.id)
    }

    /// Returns the text for a subject or a title.
    pub fn headline(&self) -> String {
        let watches = self.sections.len() + self.more_watches;
        match self.sections.as_slice() {
            [only] if watches == 1 => only.headline(),
            _ => format!(
                "{} for {}",
                plural(self.count as u64, "new match", "new matches"),
                plural(watches as u64, "keyword", "keywords")
            ),
        }
    }
}

impl Section {
    fn headline(&self) -> String {
        let matches = plural(self.count as u64, "new match", "new matches");
        match self.burst.and_then(|burst| burst.times_usual) {
            Some(times) => format!(
                "{matches} for “{}”: {times} times as many as \
                usual",
                self.keyword
            ),
            None => format!("{matches} for “{}”", self.keyword),
        }
    }

    /// Returns how many of the section's alerts are in no story that is shown.
    pub fn more(&self) -> usize {
        let shown: usize = self.stories.iter().map(|story| story.count).sum();
        self.count.saturating_sub(shown)
    }
}

#[cfg(test)]
mod tests;
