//! What is odd about a watch that is otherwise fine.

use std::fmt;

use crate::query::{
    Conjunction, Form, Near, Node, Place, Term, implied, normal, normal_words, ways,
};
use crate::text::{Case, fold_keyword};
use crate::{Kind, Rule, Scope, Span, Watch, WatchId};

/// A query that can match in more ways is not searched for contradictions.
const MAX_WAYS: usize = 500;
/// In fewer common words than this a keyword is not worth a remark.
const MIN_COMMON_WORDS: usize = 3;
/// How many of the common words are named.
const MAX_EXAMPLES: usize = 3;
/// Fewer matches a day than this are what one wants.
const MANY_A_DAY: f64 = 500.0;

/// What is known beyond the watch itself. Leave out what is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct LintContext<'a> {
    /// Common words of the language, in small letters.
    pub words: &'a [&'a str],
    /// How often the watch matches.
    pub counts: Option<Counts>,
    /// The user's other watches, in the form that [`Watch::normal_form`] gives.
    pub others: &'a [(WatchId, &'a str)],
}

/// How often a watch matched a sample of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// Items of the sample that match.
    pub matching: u64,
    /// Items of the sample.
    pub searched: u64,
    /// Items a day in all.
    pub a_day: f64,
}

/// A remark on a watch. [`Display`](fmt::Display) says it to people.
#[derive(Clone, Debug, PartialEq)]
pub enum Lint {
    /// Nothing can match it, because of this.
    NeverMatches(NeverMatches),
    /// A word such as `or` that may be meant as an operator; where it stands in the query.
    LowerCaseOperator(String, Span),
    /// A keyword that need not be a whole word is a part of this many common words.
    InsideCommonWords {
        /// The keyword, or the part of the query in its plainest form.
        rule: String,
        /// How many words.
        count: usize,
        /// Some of them.
        examples: Vec<String>,
    },
    /// It matches a good part of everything.
    MatchesMuch {
        /// Of all items, in percent.
        percent: f64,
        /// Matches to expect a day.
        a_day: f64,
    },
    /// Another watch finds the same.
    SameAs(WatchId),
}

/// Why nothing can match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeverMatches {
    /// The same is asked for and left out: the two parts in their plainest form.
    Contradiction(String, String),
    /// What is asked for is not in posts or comments that the watch looks at.
    NoKind,
    /// The body is asked for, and only titles are searched.
    BodyOfTitlesOnly,
    /// Two subreddits or authors at once, or one that is left out or out of scope.
    Names(String),
    /// The sides of `NEAR` stand in different fields.
    NearAcrossFields(String),
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lint::NeverMatches(why) => write!(f, "This can never match: {why}"),
            Lint::LowerCaseOperator(word, _) => {
                write!(
                    f,
                    "\"{word}\" is searched for as a word; write {} to join words",
                    word.to_uppercase()
                )
            }
            Lint::InsideCommonWords {
                rule,
                count,
                examples,
            } => write!(
                f,
                "{rule} is inside {} common words, such as {}; ask for whole words to leave them out",
                grouped(*count as u64),
                examples.join(", ")
            ),
            // In whole numbers: the formatting of others takes 15 KB in the browser's build.
            Lint::MatchesMuch { percent, a_day } => {
                let (hundredths, a_day) = ((percent * 100.0) as u64, grouped(*a_day as u64));
                if hundredths < 100 {
                    write!(
                        f,
                        "This matches 0.{hundredths:02} % of everything: expect {a_day} a day"
                    )
                } else {
                    let percent = (hundredths + 50) / 100;
                    write!(
                        f,
                        "This matches {percent} % of everything: expect {a_day} a day"
                    )
                }
            }
            Lint::SameAs(_) => f.write_str("This finds the same as another watch of yours"),
        }
    }
}

/// `1,240`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl fmt::Display for NeverMatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NeverMatches::Contradiction(asked, out) => {
                write!(f, "{asked} is asked for, and {out} leaves it out")
            }
            NeverMatches::NoKind => {
                f.write_str("neither posts nor comments are left that could have it")
            }
            NeverMatches::BodyOfTitlesOnly => {
                f.write_str("body: is asked for, and only titles are searched")
            }
            NeverMatches::Names(rule) => write!(f, "{rule} is not where the watch looks"),
            NeverMatches::NearAcrossFields(rule) => {
                write!(f, "the sides of {rule} stand in different fields")
            }
        }
    }
}

/// Remarks on a watch, the gravest first.
///
/// ```
/// use matcher::{Filters, Lint, LintContext, NeverMatches, Scope, Watch, WatchId, lint};
///
/// let watch = Watch::query(WatchId(1), "tea -te*", Scope::All, Filters::default())?;
/// assert!(lint(&watch, &LintContext::default()).is_empty());
/// let watch = Watch::query(WatchId(1), "tea -tea*", Scope::All, Filters::default())?;
/// let found = lint(&watch, &LintContext::default());
/// assert_eq!(found[0].to_string(), "This can never match: tea is asked for, and -tea* leaves it out");
/// # Ok::<(), matcher::WatchError>(())
/// ```
pub fn lint(watch: &Watch, context: &LintContext<'_>) -> Vec<Lint> {
    let mut found = Vec::new();
    if let Rule::Query(query) = watch.rule() {
        if let Some(ways) = ways(query.root(), false, MAX_WAYS) {
            let reasons = ways.iter().map(|way| never(way, watch));
            if let Some(reasons) = reasons.collect::<Option<Vec<_>>>() {
                found.extend(reasons.into_iter().next().map(Lint::NeverMatches));
            }
        }
        query.root().each_term(&mut |term| {
            if term.place == Place::Text && matches!(term.text.as_str(), "or" | "and" | "not") {
                // In quotes it is meant as it stands.
                let source = query.source().get(term.at.0.range());
                if source == Some(term.text.as_str()) {
                    found.push(Lint::LowerCaseOperator(term.text.clone(), term.at.0));
                }
            }
        });
    }
    found.extend(same_as(watch, context));
    inside_words(watch, context.words, &mut found);
    found.extend(context.counts.and_then(matches_much));
    found
}

fn same_as(watch: &Watch, context: &LintContext<'_>) -> Option<Lint> {
    if context.others.is_empty() {
        return None;
    }
    let own = watch.normal_form();
    let mut others = context.others.iter().filter(|(id, _)| *id != watch.id());
    others
        .find(|(_, form)| *form == own)
        .map(|(id, _)| Lint::SameAs(*id))
}

fn matches_much(counts: Counts) -> Option<Lint> {
    if counts.searched == 0 {
        return None;
    }
    let share = counts.matching as f64 / counts.searched as f64;
    let (percent, a_day) = (share * 100.0, share * counts.a_day);
    (a_day >= MANY_A_DAY).then_some(Lint::MatchesMuch { percent, a_day })
}

fn inside_words(watch: &Watch, words: &[&str], found: &mut Vec<Lint>) {
    let mut look = |rule: String, needle: &[u8], open: (bool, bool)| {
        let longer = words.iter().filter(|word| {
            let word = word.as_bytes();
            word.len() > needle.len()
                && match open {
                    (true, true) => word.windows(needle.len()).any(|part| part == needle),
                    (false, true) => word.starts_with(needle),
                    (true, false) => word.ends_with(needle),
                    (false, false) => false,
                }
        });
        let longer: Vec<&&str> = longer.collect();
        if longer.len() >= MIN_COMMON_WORDS {
            let examples = longer
                .iter()
                .take(MAX_EXAMPLES)
                .map(|word| (**word).to_owned());
            let (count, examples) = (longer.len(), examples.collect());
            found.push(Lint::InsideCommonWords {
                rule,
                count,
                examples,
            });
        }
    };
    match watch.rule() {
        Rule::Literal(keyword) if !watch.filters().whole_word_only => {
            look(
                keyword.clone(),
                &fold_keyword(keyword, Case::Fold),
                (true, true),
            );
        }
        Rule::Literal(_) => (),
        Rule::Query(query) => query.root().each_term(&mut |term| {
            if let Form::Words {
                open_start,
                open_end,
            } = term.form
                && !term.place.is_name()
            {
                look(
                    term.to_string(),
                    term.needle.bytes(),
                    (open_start, open_end),
                );
            }
        }),
    }
}

/// Why the parts of a query cannot all hold at once, if so.
fn never(way: &Conjunction<'_>, watch: &Watch) -> Option<NeverMatches> {
    let filters = watch.filters();
    let (mut posts, mut comments) = (
        filters.include_posts,
        filters.include_comments && !filters.match_titles_only,
    );
    let mut wanted: Vec<&Term> = Vec::new();
    for (node, holds) in way {
        match node {
            Node::Term(term) if *holds => wanted.push(term),
            Node::Kind(kind, _) => {
                let only_posts = (*kind == Kind::Post) == *holds;
                posts &= only_posts;
                comments &= !only_posts;
            }
            Node::Near(near) if *holds && across_fields(near) => {
                return Some(NeverMatches::NearAcrossFields(near.to_string()));
            }
            _ => (),
        }
    }
    for term in &wanted {
        comments &= term.place != Place::Title;
        if term.place == Place::Body && filters.match_titles_only {
            return Some(NeverMatches::BodyOfTitlesOnly);
        }
        if is_whole_name(term) && !name_possible(term, &wanted, watch) {
            return Some(NeverMatches::Names(term.to_string()));
        }
    }
    if !posts && !comments {
        return Some(NeverMatches::NoKind);
    }
    let left_out = way.iter().filter(|(_, holds)| !holds);
    let mut left_out = left_out.filter_map(|(node, _)| match node {
        Node::Term(term) => Some(term),
        _ => None,
    });
    left_out.find_map(|out| {
        // With regard to case a word can be there in a spelling that the other does not cover.
        let covered = |term: &&&Term| {
            implied(out, term) && (!filters.case_sensitive || out.exact == term.exact)
        };
        let asked = wanted.iter().find(covered)?;
        Some(NeverMatches::Contradiction(
            asked.to_string(),
            format!("-{out}"),
        ))
    })
}

fn is_whole_name(term: &Term) -> bool {
    term.place.is_name() && term.form == crate::query::WHOLE
}

/// Whether an item can be by this author or in this subreddit.
fn name_possible(term: &Term, wanted: &[&Term], watch: &Watch) -> bool {
    let same = |other: &&&Term| {
        other.place != term.place
            || !is_whole_name(other)
            || other.text.eq_ignore_ascii_case(&term.text)
    };
    let (name, exclusions) = (&term.text, watch.exclusions());
    let looked_at = if term.place == Place::Sub {
        watch.scope().contains(name) && !exclusions.leave_out_subreddit(name)
    } else {
        !exclusions.leave_out_author(name)
    };
    looked_at && wanted.iter().filter(|other| !same(other)).count() == 0
}

/// Whether no field can have both sides.
fn across_fields(near: &Near) -> bool {
    let fields = |terms: &[Term]| {
        let bits = terms.iter().map(|term| match term.place {
            Place::Text => 0b0011,
            Place::Title => 0b0001,
            Place::Body => 0b0010,
            Place::Flair => 0b0100,
            _ => 0b1000,
        });
        bits.fold(0, |all, one| all | one)
    };
    fields(&near.left) & fields(&near.right) == 0
}

impl Watch {
    /// What the watch finds, in a form that is the same for watches that find the same in other
    /// words: another order, spelling or mode, doubled parts. Its number is no part of it. Not
    /// every two watches that find the same have the same form.
    ///
    /// ```
    /// use matcher::{Filters, Scope, Watch, WatchId};
    ///
    /// let query = |text| Watch::query(WatchId(1), text, Scope::All, Filters::default()).unwrap();
    /// assert_eq!(query("Tea (black OR green)").normal_form(), query("(green OR BLACK) tea tea").normal_form());
    /// let whole = Filters { whole_word_only: true, ..Filters::default() };
    /// let literal = Watch::new(WatchId(2), "green  tea", Scope::All, whole).unwrap();
    /// assert_eq!(literal.normal_form(), query("\"Green tea\"").normal_form());
    /// ```
    pub fn normal_form(&self) -> String {
        let filters = self.filters();
        let case = filters.case_sensitive;
        let rule = match self.rule() {
            Rule::Literal(keyword) => {
                let open = !filters.whole_word_only;
                normal_words("", keyword, (open, open), case)
            }
            Rule::Query(query) => normal(query.root(), false, case),
        };
        let comments = filters.include_comments && !filters.match_titles_only;
        let kinds = (filters.include_posts, comments, filters.match_titles_only);
        let sorted = |names: &mut dyn Iterator<Item = &str>| {
            let mut names: Vec<String> = names.map(str::to_ascii_lowercase).collect();
            names.sort_unstable();
            names.join(",")
        };
        let scope = match self.scope() {
            Scope::All => crate::ALL.to_owned(),
            Scope::Only(names) => sorted(&mut names.iter().map(|name| name.as_str())),
        };
        let excluded = self.exclusions();
        let subreddits = sorted(&mut excluded.subreddits().iter().map(|name| name.as_str()));
        let authors = sorted(&mut excluded.authors().iter().map(|name| name.as_str()));
        format!("{rule} {kinds:?} in {scope} not {subreddits} by {authors}")
    }
}
