//! Reads each post once: its words, its sentiment, and the reports that it belongs to.

pub(crate) mod rules;

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use self::rules::{Fits, fits};
use super::input::{Input, Keyword, Kind, Post};
use super::polarity::{Label, compound};
use super::report::Range;
use super::{MAX_POSTS, text};

/// A post with everything that rules look at.
pub(crate) struct Read<'a> {
    pub(crate) post: &'a Post,
    /// The keywords that found it.
    pub(crate) keywords: Vec<Uuid>,
    /// The author's prose, with the title for a post and without it for a comment.
    pub(crate) prose: String,
    /// The title's words (for a post only), and below, those of all the prose, as [`text::words`]
    /// makes them.
    pub(crate) title: String,
    pub(crate) words: String,
    pub(crate) compound: f64,
    pub(crate) label: Label,
    pub(crate) fits: Fits,
}

impl<'a> Read<'a> {
    fn new(post: &'a Post) -> Self {
        let title = match post.kind {
            Kind::Post => post.title.as_str(),
            Kind::Comment => "",
        };
        let prose = format!("{title}\n{}", text::prose(&post.body));
        let compound = compound(&prose);
        let mut read = Self {
            post,
            keywords: vec![post.keyword],
            title: text::words(title),
            words: text::words(&prose),
            prose,
            compound,
            label: Label::of(compound),
            fits: Fits::default(),
        };
        read.fits = fits(&read);
        read
    }
}

/// Reads the newest posts, each forum id once, the oldest first.
pub(crate) fn read(input: &Input) -> Vec<Read<'_>> {
    let mut newest: Vec<&Post> = input.posts.iter().collect();
    newest.sort_by(|a, b| (b.created_at, &b.id, b.keyword).cmp(&(a.created_at, &a.id, a.keyword)));
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut reads: Vec<Read<'_>> = Vec::new();
    for post in newest.into_iter().take(MAX_POSTS).rev() {
        match places.get(post.id.as_str()) {
            Some(place) => reads[*place].keywords.push(post.keyword),
            None => {
                places.insert(&post.id, reads.len());
                reads.push(Read::new(post));
            }
        }
    }
    reads
}

/// The subject of one report.
pub(crate) struct Reading<'a> {
    pub(crate) range: Range,
    /// The time at which the keyword began to listen, which may be before the range.
    pub(crate) listening_since: DateTime<Utc>,
    /// Discussions of the range, the oldest first.
    pub(crate) now: Vec<&'a Read<'a>>,
    /// Discussions of an equally long time before.
    pub(crate) before: Vec<&'a Read<'a>>,
    /// Discussions of the range that only other keywords found.
    pub(crate) others: Vec<&'a Read<'a>>,
    /// The last week of the range and the week before, if both were listened to.
    pub(crate) weeks: Option<Compared<'a>>,
    /// The two times that are compared.
    pub(crate) compared: Option<Compared<'a>>,
    /// All discussions that some keyword found in the range.
    pub(crate) all: Vec<&'a Read<'a>>,
    pub(crate) keywords: &'a [Keyword],
    /// Whether posts were skipped because there were too many.
    pub(crate) cut: bool,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(input: &'a Input, reads: &'a [Read<'a>], keyword: Option<Uuid>) -> Self {
        let range = Range { from: input.from, until: input.until };
        let earlier = input.from - (input.until - input.from);
        let within = |from: DateTime<Utc>, until: DateTime<Utc>| {
            move |read: &&Read<'_>| (from..until).contains(&read.post.created_at)
        };
        let own = |read: &Read<'_>| keyword.is_none_or(|id| read.keywords.contains(&id));
        let all: Vec<&'a Read<'a>> = reads.iter().filter(within(range.from, range.until)).collect();
        let (now, others): (Vec<_>, Vec<_>) = all.iter().copied().partition(|read| own(read));
        let before = reads.iter().filter(within(earlier, range.from));
        // With posts skipped, the earlier time has lost some, and a comparison would show that.
        let cut = input.posts.len() >= MAX_POSTS;
        let before: Vec<&'a Read<'a>> = before.filter(|read| own(read) && !cut).collect();
        let since = since(input, keyword).unwrap_or(earlier);
        let weeks = (!cut).then(|| Compared::weeks(range, since, &now, &before)).flatten();
        // If the keyword began to listen in between, the earlier time has lost some.
        let before = if since <= earlier { before } else { Vec::new() };
        let whole = (!before.is_empty()).then(|| Compared {
            later: now.clone(),
            earlier: before.clone(),
            length: range.until - range.from,
        });
        Self {
            range,
            listening_since: since,
            compared: whole.or_else(|| weeks.clone()),
            weeks,
            now,
            before,
            others,
            all,
            keywords: &input.keywords,
            cut,
        }
    }

    /// Returns the time from which on the range is complete.
    pub(crate) fn complete_from(&self) -> DateTime<Utc> {
        self.listening_since.clamp(self.range.from, self.range.until)
    }

    /// Returns the discussions of the range since the keyword began to listen, without those that a
    /// backfill found.
    pub(crate) fn listened_to(&self) -> Vec<&'a Read<'a>> {
        let from = self.complete_from();
        let all = self.now.iter().copied();
        all.filter(|read| read.post.created_at >= from).collect()
    }
}

/// Returns the time at which the keyword, or the first of all, began to listen.
fn since(input: &Input, keyword: Option<Uuid>) -> Option<DateTime<Utc>> {
    let own = input.keywords.iter();
    let own = own.filter(|one| keyword.is_none_or(|id| one.id == id));
    own.map(|one| one.since).min()
}

/// Discussions of two equally long times, one right after the other.
#[derive(Clone)]
pub(crate) struct Compared<'a> {
    /// Discussions up to the end of the range.
    pub(crate) later: Vec<&'a Read<'a>>,
    pub(crate) earlier: Vec<&'a Read<'a>>,
    pub(crate) length: TimeDelta,
}

impl<'a> Compared<'a> {
    /// Compares the last week of the range with the week before, if both were listened to since
    /// `since` and are available.
    fn weeks(
        range: Range,
        since: DateTime<Utc>,
        now: &[&'a Read<'a>],
        before: &[&'a Read<'a>],
    ) -> Option<Self> {
        const WEEK: TimeDelta = TimeDelta::days(7);
        let known_from = since.max(range.from - (range.until - range.from));
        let (middle, start) = (range.until - WEEK, range.until - WEEK * 2);
        let of = |from: DateTime<Utc>, until: DateTime<Utc>| -> Vec<&'a Read<'a>> {
            let all = before.iter().chain(now).copied();
            all.filter(|read| (from..until).contains(&read.post.created_at)).collect()
        };
        (known_from <= start).then(|| Self {
            later: of(middle, range.until),
            earlier: of(start, middle),
            length: WEEK,
        })
    }
}
