//! A made-up item that a watch matches: words from its rule, in a frame that says what it is.

#[cfg(feature = "regex")]
mod pattern;
mod wanted;

use self::wanted::Wanted;
use crate::item::{Item, Kind};
use crate::search::{PreparedItem, SingleWatch};
use crate::watch::{Rule, Scope, Watch};

/// The most ways of matching a query that are tried.
const MAX_WAYS: usize = 64;
/// The most places of a scope that are tried: queries may exclude some.
const MAX_PLACES: usize = 5;
/// The separators between two texts. A space reads best; a comma keeps them from being a phrase.
const BETWEEN: [&str; 2] = [" ", ", "];

/// The parts of an example other than the words of the rule. A rule may exclude some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The text before the words.
    pub label: &'a str,
    /// The end of the text; may be empty.
    pub text: &'a str,
    /// The author, unless the rule names one.
    pub author: &'a str,
    /// A subreddit, used unless the rule names places.
    pub place: &'a str,
}

/// An item that a watch matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// A post, unless the rule wants a comment.
    pub kind: Kind,
    /// See [`Item::subreddit`].
    pub subreddit: String,
    /// See [`Item::author`].
    pub author: String,
    /// Begins with the frame's label. The title of a comment is not searched, so it is the same
    /// whatever the rule excludes.
    pub title: String,
    /// See [`Item::body`].
    pub body: String,
    /// See [`Item::flair`].
    pub flair: String,
    /// See [`Item::url`].
    pub url: String,
    /// The score that the rule requires, but at least 1.
    pub score: i64,
}

impl Example {
    /// Returns the example as the item that is searched.
    pub fn item(&self) -> Item<'_> {
        Item {
            kind: self.kind,
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            body: &self.body,
            flair: &self.flair,
            url: &self.url,
            score: Some(self.score),
        }
    }
}

/// Returns an item that `watch` matches, in the first of the frames in which it does. The returned
/// item was searched for the watch and found. Returns `None` if no such item was found: a few dozen
/// ways are tried, so a rule that can be satisfied only in another way has no example.
///
/// ```
/// use matcher::{Filters, Frame, Scope, Watch, WatchId, example};
///
/// let watch = Watch::query(WatchId(1), "(green OR black) tea -bubble", Scope::All, Filters::default())?;
/// let frame = Frame { label: "Test: ", text: "Not a real post.", author: "me", place: "nowhere" };
/// assert_eq!(example(&watch, &[frame]).unwrap().title, "Test: green tea");
///
/// let watch = Watch::query(WatchId(1), "type:post tea -test", Scope::All, Filters::default())?;
/// assert_eq!(example(&watch, &[frame]), None);
/// # Ok::<(), matcher::WatchError>(())
/// ```
pub fn example(watch: &Watch, frames: &[Frame<'_>]) -> Option<Example> {
    let single = SingleWatch::new(watch);
    for frame in frames {
        for way in 0..MAX_WAYS {
            let Some(wanted) = wanted(watch, way) else {
                break;
            };
            let drafts = Draft { watch, frame, wanted: &wanted };
            let found = drafts.all().find(|example| {
                let item = PreparedItem::new(&example.item());
                single.is_match(&item)
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Returns what the rule wants in one of its ways, or `None` if it has fewer.
fn wanted(watch: &Watch, way: usize) -> Option<Wanted> {
    match watch.rule() {
        Rule::Literal(keyword) => (way == 0).then(|| Wanted::of_keyword(keyword)),
        Rule::Query(query) => Wanted::of_query(query.root(), way),
    }
}

/// One frame and one way, without the positions of the words.
struct Draft<'a> {
    watch: &'a Watch,
    frame: &'a Frame<'a>,
    wanted: &'a Wanted,
}

impl Draft<'_> {
    fn all(&self) -> impl Iterator<Item = Example> {
        let kinds = self.kinds().into_iter();
        let places = self.places();
        kinds.flat_map(move |kind| {
            let places = places.clone().into_iter();
            places.flat_map(move |place| {
                let each = BETWEEN.into_iter();
                each.flat_map(move |between| {
                    let written = [true, false].into_iter();
                    let place = place.clone();
                    written.map(move |in_title| self.write(kind, &place, between, in_title))
                })
            })
        })
    }

    fn kinds(&self) -> Vec<Kind> {
        let filters = self.watch.filters();
        let mut kinds = Vec::new();
        if filters.include_posts {
            kinds.push(Kind::Post);
        }
        if filters.include_comments && !filters.match_titles_only {
            kinds.push(Kind::Comment);
        }
        kinds.retain(|kind| self.wanted.kind.is_none_or(|wanted| wanted == *kind));
        kinds
    }

    fn places(&self) -> Vec<String> {
        let (scope, exclusions) = (self.watch.scope(), self.watch.exclusions());
        let named = scope.named().map(str::to_owned);
        let own = match scope {
            Scope::Only(_) => None,
            _ => Some(self.frame.place.to_owned()),
        };
        let by_query = self.wanted.places.iter().cloned();
        let places = by_query.chain(own).chain(named);
        let places =
            places.filter(|place| scope.contains(place) && !exclusions.leave_out_subreddit(place));
        places.take(MAX_PLACES).collect()
    }

    fn write(&self, kind: Kind, place: &str, between: &str, in_title: bool) -> Example {
        let Self { frame, wanted, .. } = self;
        let words = |texts: &[&[String]]| {
            let texts = texts.iter().copied().flatten();
            texts.map(String::as_str).collect::<Vec<_>>().join(between)
        };
        // A comment's title is its post's, which is not searched.
        let title = match in_title || kind == Kind::Comment {
            true => words(&[&wanted.title, &wanted.text]),
            false => words(&[&wanted.title]),
        };
        let body = match in_title && kind == Kind::Post {
            true => words(&[&wanted.body]),
            false => words(&[&wanted.text, &wanted.body]),
        };
        let paragraphs = [body.as_str(), frame.text];
        let paragraphs = paragraphs.into_iter().filter(|text| !text.is_empty());
        Example {
            kind,
            subreddit: place.to_owned(),
            author: wanted.author.clone().unwrap_or_else(|| frame.author.to_owned()),
            title: format!("{}{title}", frame.label).trim_end().to_owned(),
            body: paragraphs.collect::<Vec<_>>().join("\n\n"),
            flair: words(&[&wanted.flair]),
            url: wanted.url.concat(),
            score: wanted.score,
        }
    }
}
