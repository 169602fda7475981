//! Makes an endless, seeded stream of posts and of comments on them.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::people::People;
use super::template::{Bindings, fill, fits};
use super::{Content, Thread, Topic, content};
use crate::forum::ids::Ids;
use crate::forum::item::{Item, Kind};

/// Number of users who write in the forum.
const USERS: usize = 900;
/// Number of threads that still get comments.
const OPEN_THREADS: usize = 48;
/// Share of new items that are posts.
const POSTS: f64 = 0.36;
/// Share of posts made from a thread of their own subreddit instead of a common one.
const OWN_THREADS: f64 = 0.45;
/// Number of other threads before a subreddit's thread is reused; below, the same for common ones.
const OWN_REST: usize = 55;
const COMMON_REST: usize = 16;
/// A title is not used again within this many posts, unless by bad luck several times in a row.
const TITLE_REST: usize = 400;
const TRIES: usize = 6;

/// A generator of items.
#[derive(Debug)]
pub(crate) struct Generator {
    content: &'static Content,
    rng: ChaCha8Rng,
    people: People,
    open: VecDeque<Open>,
    recent_own: VecDeque<String>,
    recent_common: VecDeque<String>,
    recent_titles: VecDeque<String>,
}

#[derive(Debug)]
struct Open {
    topic: &'static Topic,
    post: String,
    title: String,
    author: String,
    bound: Bindings,
    replies: Vec<&'static str>,
    comments: Vec<(String, String)>,
    /// Answers used so far: none repeats in a thread before all have been used.
    said: Vec<&'static str>,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let people = People::new(USERS, &mut rng);
        Self {
            content: content(),
            rng,
            people,
            open: VecDeque::new(),
            recent_own: VecDeque::new(),
            recent_common: VecDeque::new(),
            recent_titles: VecDeque::new(),
        }
    }

    /// Makes the next item: a new post, or a comment in a thread that is still open.
    pub(crate) fn next(&mut self, ids: &mut Ids, now: DateTime<Utc>) -> Item {
        if self.open.len() < 6 || self.rng.random_bool(POSTS) {
            return self.post(ids, now);
        }
        // The newest threads get most of the comments.
        let back = self.rng.random::<f64>().powi(2) * self.open.len() as f64;
        let at = self.open.len() - 1 - (back as usize).min(self.open.len() - 1);
        self.comment(at, ids, now)
    }

    /// Returns one of the lines that people add under a text when they edit it.
    pub(crate) fn edit_note(&mut self) -> String {
        self.content.common.edits.choose(&mut self.rng).cloned().unwrap_or_default()
    }

    /// Returns true with probability `share`.
    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share.clamp(0.0, 1.0))
    }

    /// Returns a random number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.rng.random_range(0..end.max(1))
    }

    fn post(&mut self, ids: &mut Ids, now: DateTime<Utc>) -> Item {
        let content = self.content;
        let (topic, thread, title, mut bound) = self.new_title();
        let body = fill(thread.body.trim(), &topic.words, &mut bound, &mut self.rng);
        let link = thread.link.as_deref();
        let link = link.map(|link| fill(link, &topic.words, &mut bound, &mut self.rng));
        let flair = thread.flair.as_deref();
        let flair = flair.map(|flair| fill(flair, &topic.words, &mut bound, &mut self.rng));
        let mut replies: Vec<&str> = thread.replies.iter().map(String::as_str).collect();
        let mut reactions = fitting(&content.common.reactions, topic);
        reactions.shuffle(&mut self.rng);
        let extra = self.rng.random_range(0..3);
        replies.extend(reactions.into_iter().take(extra));
        replies.shuffle(&mut self.rng);
        let author = self.people.pick(&mut self.rng);
        let item = Item {
            title,
            body,
            link: link.map(|link| link.replace(' ', "-").to_lowercase()),
            flair,
            final_score: self.score(240.0),
            ..Item::new(Kind::Post, ids.post(), &topic.name, &author, now)
        };
        self.open.push_back(Open {
            topic,
            post: item.fullname(),
            title: item.title.clone(),
            author: item.author.clone(),
            bound,
            replies,
            comments: Vec::new(),
            said: Vec::new(),
        });
        if self.open.len() > OPEN_THREADS {
            self.open.pop_front();
        }
        item
    }

    /// Returns a thread with its title filled in, if possible one that was not used recently.
    fn new_title(&mut self) -> (&'static Topic, &'static Thread, String, Bindings) {
        let mut tries = 0;
        loop {
            tries += 1;
            let (topic, thread) = self.pick_thread();
            let mut bound = Bindings::default();
            let title = fill(&thread.title, &topic.words, &mut bound, &mut self.rng);
            if self.recent_titles.contains(&title) && tries < TRIES {
                continue;
            }
            remember(&mut self.recent_titles, title.clone(), TITLE_REST);
            return (topic, thread, title, bound);
        }
    }

    fn pick_thread(&mut self) -> (&'static Topic, &'static Thread) {
        let content = self.content;
        loop {
            let at = self.rng.random_range(0..content.topics.len());
            let topic = &content.topics[at];
            let own = !topic.common || self.rng.random_bool(OWN_THREADS);
            let (threads, recent, rest) = if own {
                (&topic.threads, &mut self.recent_own, OWN_REST)
            } else {
                (&content.common.threads, &mut self.recent_common, COMMON_REST)
            };
            let Some(thread) = threads.choose(&mut self.rng) else {
                continue;
            };
            if !recent.contains(&thread.title) {
                remember(recent, thread.title.clone(), rest);
                return (topic, thread);
            }
        }
    }

    fn comment(&mut self, at: usize, ids: &mut Ids, now: DateTime<Utc>) -> Item {
        let content = self.content;
        let other = self.people.pick(&mut self.rng);
        let open = &mut self.open[at];
        let nested = !open.comments.is_empty() && self.rng.random_bool(0.35);
        let (parent, author, template) = if nested || open.replies.is_empty() {
            let parent = open.comments.choose(&mut self.rng).cloned();
            let (parent, wrote) = parent.unwrap_or((open.post.clone(), open.author.clone()));
            let thanks = wrote != open.author && self.rng.random_bool(0.5);
            let bank = if thanks { &content.common.thanks } else { &content.common.answers };
            let mut bank = fitting(bank, open.topic);
            if bank.iter().any(|one| !open.said.contains(one)) {
                bank.retain(|one| !open.said.contains(one));
            }
            let answer = bank.choose(&mut self.rng).copied().unwrap_or_default();
            open.said.push(answer);
            let author = if thanks { open.author.clone() } else { other };
            (parent, author, answer)
        } else {
            (open.post.clone(), other, open.replies.pop().unwrap_or_default())
        };
        let body = fill(template.trim(), &open.topic.words, &mut open.bound, &mut self.rng);
        let item = Item {
            title: open.title.clone(),
            body,
            link_id: Some(open.post.clone()),
            parent_id: Some(parent),
            ..Item::new(Kind::Comment, ids.comment(), &open.topic.name, &author, now)
        };
        open.comments.push((item.fullname(), item.author.clone()));
        let done = open.replies.is_empty() && open.comments.len() >= 6;
        if done {
            self.open.remove(at);
        }
        Item { final_score: self.score(40.0), ..item }
    }

    /// Returns a score: most are small, a few large, some negative.
    fn score(&mut self, scale: f64) -> i64 {
        let luck: f64 = self.rng.random();
        if luck < 0.05 { -(luck * 60.0) as i64 } else { 1 + (luck.powi(4) * scale) as i64 }
    }
}

/// Returns the templates that can be filled in from the topic's words.
fn fitting(templates: &'static [String], topic: &Topic) -> Vec<&'static str> {
    templates.iter().map(String::as_str).filter(|one| fits(one, &topic.words)).collect()
}

fn remember(recent: &mut VecDeque<String>, one: String, most: usize) {
    recent.push_back(one);
    if recent.len() > most {
        recent.pop_front();
    }
}
