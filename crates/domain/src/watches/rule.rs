//! The rule of a watch as it was typed: checked by the matcher's own rules, so that whatever is
//! stored can be matched.

use std::collections::BTreeMap;

use matcher::{
    AuthorName, ExclusionError, Exclusions, Filters, MAX_EXCLUSIONS, Scope, SubredditName,
    WatchError, WatchId,
};

use db::models::watch::{Watch, WatchMode};
use foundation::wording::plural::plural;
use platform::wire::TextPart;

const MAX_SUBREDDITS: usize = 100;
/// The longest name. A full address of a subreddit, and a joined listing of as many as a watch can
/// name, are shorter.
const MAX_NAME_CHARS: usize = 2_500;
/// The longest query, as in the database: a longer text does not fit into an index of
/// notifications.
const MAX_QUERY_BYTES: usize = 1_500;

/// The parts of a rule, as a person typed them.
#[derive(Debug, Clone, Copy)]
pub struct TypedRule<'a> {
    pub keyword: &'a str,
    pub mode: WatchMode,
    pub subreddits: &'a [String],
    pub excluded_subreddits: &'a [String],
    pub excluded_authors: &'a [String],
    pub filters: Filters,
}

/// All problems of a rule and its parts.
#[derive(Debug, Default)]
pub struct Problems {
    /// A text for each field, named as in the API.
    pub fields: BTreeMap<String, String>,
    /// The part of a query that is meant.
    pub part: Option<TextPart>,
}

impl Problems {
    pub fn add(&mut self, field: &str, text: impl Into<String>) {
        self.fields.insert(field.to_owned(), text.into());
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Adds a rule of the matcher that `keyword`, or what belongs to it, breaks.
    fn add_error(&mut self, keyword: &str, error: &WatchError) {
        let (field, text) = match error {
            WatchError::EmptyKeyword => ("keyword", "Keyword is required".to_owned()),
            WatchError::InvisibleKeyword
            | WatchError::KeywordTooLong { .. }
            | WatchError::NulInKeyword => ("keyword", sentence(&error.to_string())),
            WatchError::Query(query) => {
                self.part = Some(TextPart::of(keyword, query.span()));
                ("keyword", advice(error))
            }
            WatchError::NothingIncluded => ("filters", sentence(&error.to_string())),
            WatchError::Subreddit(_) => ("subreddits", sentence(&error.to_string())),
            WatchError::Exclusions(_) => ("excludedSubreddits", sentence(&error.to_string())),
        };
        self.add(field, text);
    }
}

/// Returns what is wrong and, for a query, what to write instead.
pub fn advice(error: &WatchError) -> String {
    match error {
        WatchError::Query(query) => format!("{query}. {}", query.advice()),
        other => sentence(&other.to_string()),
    }
}

impl TypedRule<'_> {
    /// Returns the watch of this rule, with the number `id`; adds what is wrong to `problems`.
    pub fn check(&self, id: WatchId, problems: &mut Problems) -> Option<matcher::Watch> {
        let before = problems.fields.len();
        let scope = self.scope(problems);
        let exclusions = self.exclusions(problems);
        let watch = match self.mode {
            WatchMode::Literal => matcher::Watch::new,
            WatchMode::Query => matcher::Watch::query,
        };
        let built = watch(id, self.keyword, scope, self.filters);
        let built = built.and_then(|watch| watch.with_exclusions(exclusions));
        if let Err(error) = &built {
            problems.add_error(self.keyword, error);
        }
        let is_query = self.mode == WatchMode::Query;
        if is_query && self.keyword.trim().len() > MAX_QUERY_BYTES && built.is_ok() {
            let text = format!(
                "A query can have at most {}; characters other than plain Latin letters take \
                 several each",
                plural(MAX_QUERY_BYTES as u64, "byte", "bytes")
            );
            problems.add("keyword", text);
        }
        built.ok().filter(|_| problems.fields.len() == before)
    }

    fn scope(&self, problems: &mut Problems) -> Scope {
        Scope::of(subreddits("subreddits", self.subreddits, MAX_SUBREDDITS, problems))
    }

    fn exclusions(&self, problems: &mut Problems) -> Exclusions {
        let field = "excludedSubreddits";
        let names = subreddits(field, self.excluded_subreddits, MAX_EXCLUSIONS, problems);
        if names.iter().any(SubredditName::is_all) {
            problems.add(field, "You cannot exclude every subreddit");
        }
        let field = "excludedAuthors";
        let mut authors: Vec<AuthorName> = Vec::new();
        if self.excluded_authors.len() > MAX_EXCLUSIONS {
            problems.add(field, format!("Name at most {MAX_EXCLUSIONS} authors"));
        } else {
            for (index, typed) in self.excluded_authors.iter().enumerate() {
                let shown: String = typed.chars().take(MAX_NAME_CHARS).collect();
                match AuthorName::parse(&shown) {
                    Ok(name) => authors.push(name),
                    Err(error) => problems.add(&format!("{field}.{index}"), of_name(&error)),
                }
            }
        }
        let names = names.iter().map(SubredditName::as_str);
        Exclusions::parse(names, authors.iter().map(AuthorName::as_str)).unwrap_or_default()
    }
}

/// Returns a stored watch as the matcher takes it.
///
/// # Errors
/// The row breaks a rule of the matcher's.
pub fn parse_row(row: &Watch) -> Result<matcher::Watch, WatchError> {
    let scope = Scope::parse(&row.subreddits)?;
    let watch = match row.mode {
        WatchMode::Query => matcher::Watch::query,
        WatchMode::Literal => matcher::Watch::new,
    };
    let watch = watch(WatchId(row.id.as_u128()), &row.keyword, scope, row.filters())?;
    let exclusions = Exclusions::parse(&row.excluded_subreddits, &row.excluded_authors)?;
    watch.with_exclusions(exclusions)
}

/// Returns the valid names, each once; adds what is wrong with the others to `problems`.
fn subreddits(
    field: &str,
    typed: &[String],
    most: usize,
    problems: &mut Problems,
) -> Vec<SubredditName> {
    if typed.len() > most {
        problems.add(field, format!("Name at most {most} subreddits"));
        return Vec::new();
    }
    let mut kept: Vec<SubredditName> = Vec::new();
    for (index, typed) in typed.iter().enumerate() {
        let refused = if typed.chars().count() > MAX_NAME_CHARS {
            "A subreddit's name can have at most 21 characters".to_owned()
        } else {
            match SubredditName::parse_joined(typed) {
                Ok(names) => {
                    for name in names {
                        if !kept.contains(&name) {
                            kept.push(name);
                        }
                    }
                    continue;
                }
                Err(error) => error.to_string(),
            }
        };
        problems.add(&format!("{field}.{index}"), refused);
    }
    // Joined listings may name more than there are texts.
    if kept.len() > most {
        problems.add(field, format!("Name at most {most} subreddits"));
    }
    kept
}

fn of_name(error: &ExclusionError) -> String {
    sentence(&error.to_string())
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
