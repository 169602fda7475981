//! Explains why a watch matches an item or does not.

mod explanation;
mod query;
mod rejections;

use crate::item::{Field, Item, Kind, Place, Span};
use crate::search::{Occurrence, PreparedItem, Search, SingleWatch, admits, ordered_occurrences};
use crate::text::FoldedText;
pub use explanation::{Explanation, Reason, Rejection};
use query::{Words, give_reasons, reject, words};
use rejections::{MAX_PLACES, reject_words};

impl SingleWatch {
    /// Returns why the watch matches an item or, if its words are present, what rejected them.
    ///
    /// ```
    /// use matcher::{Explanation, Filters, Item, PreparedItem, Scope, SingleWatch, Watch, WatchId};
    ///
    /// let watch = Watch::query(WatchId(1), "tea -bubble", Scope::All, Filters::default())?;
    /// let watch = SingleWatch::new(&watch);
    /// let explain = |title| watch.explain(&PreparedItem::new(&Item::post("drinks", title, "")));
    ///
    /// let Explanation::Match(reasons) = explain("Green tea") else { panic!() };
    /// let rules: Vec<_> = reasons.iter().map(|reason| reason.rule.as_str()).collect();
    /// assert_eq!(rules, ["tea", "-bubble"]);
    ///
    /// let Explanation::NearMiss(rejections) = explain("Bubble tea") else { panic!() };
    /// assert_eq!(rejections[0].to_string(), "-bubble excludes it");
    /// let Explanation::NearMiss(rejections) = explain("Teapot") else { panic!() };
    /// assert_eq!(rejections[0].to_string(), "tea is only part of a longer word");
    /// assert_eq!(explain("Coffee"), Explanation::Miss);
    /// # Ok::<(), matcher::WatchError>(())
    /// ```
    pub fn explain(&self, item: &PreparedItem) -> Explanation {
        let own = item.item();
        let mut rejections = self.source_rejections(&own);
        match &self.search {
            Search::Keyword(spellings) => {
                let mut found = ordered_occurrences(spellings, item);
                if found.is_empty() {
                    return Explanation::Miss;
                }
                let places = self.literal_places(&mut found, item, &mut rejections);
                if rejections.is_empty() {
                    return Explanation::Match(vec![Reason {
                        rule: self.rule.to_string(),
                        at: Span { start: 0, end: self.rule.len() },
                        places,
                    }]);
                }
            }
            Search::Query(query) => {
                let exact = &mut FoldedText::default();
                let mut evaluator = self.evaluator(item, &own, exact);
                let holds = evaluator.holds(query.root());
                if holds && rejections.is_empty() {
                    let mut reasons = Vec::new();
                    give_reasons(query.root(), &mut evaluator, &mut reasons);
                    return Explanation::Match(reasons);
                }
                if words(query.root(), &mut evaluator) != Words::There {
                    return Explanation::Miss;
                }
                if !holds {
                    reject(query.root(), &mut evaluator, &mut rejections);
                }
            }
        }
        Explanation::NearMiss(rejections)
    }

    /// Returns the rejections that do not depend on the item's text.
    fn source_rejections(&self, item: &Item<'_>) -> Vec<Rejection> {
        let mut rejections = Vec::new();
        // For a comment that is skipped because it has no title, the places say more.
        let titles = item.kind == Kind::Comment && self.entry().strictness().titles_only;
        if !self.entry().includes_kind(item.kind) && !titles {
            rejections.push(Rejection::Kind(item.kind));
        }
        if !self.scope.contains(item.subreddit) {
            rejections.push(Rejection::Subreddit(item.subreddit.to_owned()));
        }
        if let Some(excluded) = self.entry().excluded() {
            if excluded.leave_out_subreddit(item.subreddit) {
                rejections.push(Rejection::ExcludedSubreddit(item.subreddit.to_owned()));
            }
            if excluded.leave_out_author(item.author) {
                rejections.push(Rejection::ExcludedAuthor {
                    author: item.author.to_owned(),
                    place: item.subreddit.to_owned(),
                });
            }
        }
        rejections
    }

    /// Returns the places where the keyword counts; if there are none, adds the reasons to
    /// `rejections`.
    fn literal_places(
        &self,
        found: &mut [Occurrence],
        item: &PreparedItem,
        rejections: &mut Vec<Rejection>,
    ) -> Vec<Place> {
        let exact = &mut FoldedText::default();
        let (mut places, mut refused) = (Vec::new(), Vec::new());
        let mut free_from = (Field::Title, 0);
        let own = item.item();
        for found in found {
            match admits(self.entry(), &own, &item.folded, found, exact) {
                Err(rejection) => refused.push((rejection, found.place().place())),
                Ok(admitted) => {
                    let place = admitted.place();
                    let Place { field, span } = place;
                    if (field, span.start) >= free_from && places.len() < MAX_PLACES {
                        free_from = (field, span.end);
                        places.push(place);
                    }
                }
            }
        }
        if places.is_empty() {
            reject_words(&self.rule, &refused, rejections);
        }
        places
    }
}
