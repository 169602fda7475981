//! Why a watch matches an item, or what kept it from matching.

use crate::explanation::{Explanation, Place, Reason, Rejection, WordRejection};
use crate::matcher::Occurrence;
use crate::query::{Near, Node, Reader, Term, apart, is_exactly, sort_places};
use crate::single::{Search, SingleWatch, occurrences};
use crate::text::FoldedText;
use crate::word::is_whole_word;
use crate::{Field, Item, Kind, PreparedItem, Span};

/// How many places of one part of a rule are listed.
const MAX_PLACES: usize = 50;

/// Whether a part of a query finds its words if no filter is applied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Words {
    Missing,
    /// It has none.
    None,
    There,
}

impl SingleWatch {
    /// Why the watch matches an item; or, if its words are there, what rejected them.
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
    /// assert_eq!(rejections[0].to_string(), "-bubble leaves it out");
    /// let Explanation::NearMiss(rejections) = explain("Teapot") else { panic!() };
    /// assert_eq!(rejections[0].to_string(), "tea is only a part of a longer word");
    /// assert_eq!(explain("Coffee"), Explanation::Miss);
    /// # Ok::<(), matcher::WatchError>(())
    /// ```
    pub fn explain(&self, item: &PreparedItem) -> Explanation {
        let own = item.item();
        let mut rejections = self.source_rejections(&own);
        match &self.search {
            Search::Keyword(keyword) => {
                let found: Vec<Occurrence> = occurrences(keyword, item).collect();
                if found.is_empty() {
                    return Explanation::Miss;
                }
                let places = self.literal_places(&found, &own, &mut rejections);
                if rejections.is_empty() {
                    return Explanation::Match(vec![Reason {
                        rule: self.rule.to_string(),
                        at: Span {
                            start: 0,
                            end: self.rule.len(),
                        },
                        places,
                    }]);
                }
            }
            Search::Query(query) => {
                let exact = &mut FoldedText::default();
                let mut reader = self.reader(item, &own, exact);
                let holds = reader.holds(query.root());
                if holds && rejections.is_empty() {
                    let mut reasons = Vec::new();
                    give_reasons(query.root(), &mut reader, &mut reasons);
                    return Explanation::Match(reasons);
                }
                if words(query.root(), &mut reader) != Words::There {
                    return Explanation::Miss;
                }
                if !holds {
                    reject(query.root(), &mut reader, &mut rejections);
                }
            }
        }
        Explanation::NearMiss(rejections)
    }

    /// What is against the item, whatever its text.
    fn source_rejections(&self, item: &Item<'_>) -> Vec<Rejection> {
        let mut rejections = Vec::new();
        // Of a comment that is passed over for its want of a title, the places say more.
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
                rejections.push(Rejection::ExcludedAuthor(item.author.to_owned()));
            }
        }
        rejections
    }

    /// Where the keyword counts; if nowhere, why not goes to `rejections`.
    fn literal_places(
        &self,
        found: &[Occurrence],
        item: &Item<'_>,
        rejections: &mut Vec<Rejection>,
    ) -> Vec<Place> {
        let exact = &mut FoldedText::default();
        let (mut places, mut refused) = (Vec::new(), Vec::new());
        let mut free_from = (Field::Title, 0);
        for place in found.iter().map(|found| Place {
            field: found.field(),
            span: found.span(),
        }) {
            let Place { field, span } = place;
            let text = item.text(field);
            let exactly = |exact: &mut FoldedText| {
                let keyword = self.entry().exact();
                keyword.is_none_or(|keyword| is_exactly(&text[span.range()], keyword, exact))
            };
            if self.entry().titles_only() && field != Field::Title {
                refused.push((WordRejection::OutsideTitle, place));
            } else if !exactly(exact) {
                refused.push((WordRejection::Case, place));
            } else if self.entry().whole_word() && !is_whole_word(text, span) {
                refused.push((WordRejection::PartOfWord, place));
            } else if (field, span.start) >= free_from && places.len() < MAX_PLACES {
                free_from = (field, span.end);
                places.push(place);
            }
        }
        if places.is_empty() {
            reject_words(&self.rule, &refused, rejections);
        }
        places
    }
}

/// Adds one rejection of each kind.
fn reject_words(rule: &str, refused: &[(WordRejection, Place)], rejections: &mut Vec<Rejection>) {
    let mut seen = Vec::new();
    for (why, place) in refused {
        if !seen.contains(why) {
            seen.push(*why);
            let (rule, why, place) = (rule.to_owned(), *why, *place);
            rejections.push(Rejection::Word { rule, why, place });
        }
    }
}

/// Adds the parts of a query that make it hold.
fn give_reasons(node: &Node, reader: &mut Reader<'_>, reasons: &mut Vec<Reason>) {
    match node {
        Node::All(parts) => parts
            .iter()
            .for_each(|part| give_reasons(part, reader, reasons)),
        Node::Any(branches) => {
            for branch in branches {
                if reader.holds(branch) {
                    give_reasons(branch, reader, reasons);
                }
            }
        }
        _ => {
            let places = places(node, reader);
            let (rule, at) = (node.to_string(), node.span());
            reasons.push(Reason { rule, at, places });
        }
    }
}

fn places(node: &Node, reader: &mut Reader<'_>) -> Vec<Place> {
    let mut found = Vec::new();
    reader.collect(node, &mut found);
    sort_places(&mut found, &Ord::cmp);
    found.dedup();
    found
        .into_iter()
        .take(MAX_PLACES)
        .map(Place::from)
        .collect()
}

fn words(node: &Node, reader: &mut Reader<'_>) -> Words {
    match node {
        Node::Term(term) => term_words(term, reader),
        Node::Not(_) | Node::Kind(..) | Node::MinScore(..) => Words::None,
        Node::All(parts) => {
            let parts: Vec<Words> = parts.iter().map(|part| words(part, reader)).collect();
            if parts.contains(&Words::Missing) {
                Words::Missing
            } else {
                parts.into_iter().max().unwrap_or(Words::None)
            }
        }
        Node::Any(branches) => {
            let branches = branches.iter().map(|branch| words(branch, reader));
            branches.max().unwrap_or(Words::None)
        }
        Node::Near(near) => {
            let mut there = |terms: &[Term]| {
                terms
                    .iter()
                    .any(|term| term_words(term, reader) == Words::There)
            };
            if there(&near.left) && there(&near.right) {
                Words::There
            } else {
                Words::Missing
            }
        }
    }
}

fn term_words(term: &Term, reader: &mut Reader<'_>) -> Words {
    if term.place.is_name() {
        return Words::None;
    }
    if reader.examine(term, true, &mut |_, _| true) {
        Words::There
    } else {
        Words::Missing
    }
}

/// Adds why a part of a query, whose words are there, does not hold.
fn reject(node: &Node, reader: &mut Reader<'_>, out: &mut Vec<Rejection>) {
    match node {
        Node::Term(term) if term.place.is_name() => out.push(Rejection::Name(term.to_string())),
        Node::Term(term) => reject_term(term, reader, out),
        Node::Not(inner) => out.push(Rejection::LeftOut {
            rule: node.to_string(),
            places: places(inner, reader),
        }),
        Node::All(parts) => {
            for part in parts {
                if !reader.holds(part) {
                    reject(part, reader, out);
                }
            }
        }
        Node::Any(branches) => {
            // The branch that comes nearest.
            let near = branches.iter().filter_map(|branch| {
                let words = words(branch, reader);
                let mut own = Vec::new();
                reject(branch, reader, &mut own);
                (words != Words::Missing).then_some((words, own))
            });
            let nearest = near.max_by_key(|(words, own)| (*words, std::cmp::Reverse(own.len())));
            out.extend(nearest.map(|(_, own)| own).unwrap_or_default());
        }
        Node::Near(near) => reject_near(near, reader, out),
        Node::Kind(..) => out.push(Rejection::Kind(reader.item.kind)),
        Node::MinScore(wanted, _) => out.push(Rejection::Score {
            wanted: *wanted,
            score: reader.item.score,
        }),
    }
}

fn reject_term(term: &Term, reader: &mut Reader<'_>, out: &mut Vec<Rejection>) {
    let mut refused = Vec::new();
    reader.examine(term, true, &mut |place, why| {
        refused.extend(why.map(|why| (WordRejection::from(why), Place::from(place))));
        refused.len() >= MAX_PLACES
    });
    reject_words(&term.to_string(), &refused, out);
}

fn reject_near(near: &Near, reader: &mut Reader<'_>, out: &mut Vec<Rejection>) {
    let mut sides = [Vec::new(), Vec::new()];
    for (terms, places) in [&near.left, &near.right].into_iter().zip(&mut sides) {
        reader.places(terms, places);
        if places.is_empty() {
            terms.iter().for_each(|term| reject_term(term, reader, out));
        }
    }
    let [left, right] = sides;
    if !left.is_empty() && !right.is_empty() {
        let mut nearest: Option<usize> = None;
        apart(reader.item, &left, &right, &mut |_, _, words| {
            nearest = Some(nearest.map_or(words, |so_far| so_far.min(words)));
        });
        out.push(Rejection::TooFar {
            rule: near.to_string(),
            words: nearest,
        });
    }
}
