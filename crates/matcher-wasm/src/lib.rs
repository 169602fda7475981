//! The matcher for the browser: types in, types out, no logic of its own.
//!
//! A function throws only when it is called with values of the wrong types. A watch that a person
//! may have typed never throws: what is wrong with it is part of the result.
//!
//! The crate is built three times, each build including the previous one: for literal watches,
//! which everybody loads; with queries (feature `query`), for which the first build returns
//! `queriesNotLoaded`; and with regular expressions in queries (feature `regex`), for which the
//! second returns `patternsNotLoaded`.

#[cfg(feature = "query")]
mod chips;
mod convert;
mod explain;
#[cfg(feature = "query")]
mod lint;
mod read;
mod types;
mod write;

pub use types::*;

use matcher::{Explanation, PreparedItem, SingleWatch, parse_list, suggest};
use read::FromJs;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use write::ToJs;

/// Logs panics with their message to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

fn read<T: Tsify + FromJs>(value: &Ts<T>) -> Result<T, JsError>
where
    T::JsType: JsCast,
{
    <T as FromJs>::from_js(&value.js_value())
}

/// Holds items and searches them, for instance at every keystroke.
#[wasm_bindgen]
#[derive(Default)]
pub struct Preview {
    items: Vec<PreparedItem>,
}

#[wasm_bindgen]
impl Preview {
    /// Creates a search without items.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Preview::default()
    }

    /// Sets the items to search, in place of the previous ones. Additional properties are ignored.
    #[wasm_bindgen(js_name = setItems)]
    pub fn set_items(&mut self, items: Vec<Ts<PreviewItem>>) -> Result<(), JsError> {
        let prepare = |item: Ts<PreviewItem>| Ok(PreparedItem::new(&read(&item)?.item()));
        self.items = items.into_iter().map(prepare).collect::<Result<_, JsError>>()?;
        Ok(())
    }

    /// Finds the items that a watch matches. The result lists at most `limit` of them; `total`
    /// counts all.
    pub fn search(
        &self,
        watch: &Ts<WatchInput>,
        limit: Option<usize>,
    ) -> Result<Ts<SearchResult>, JsError> {
        let mut result = SearchResult { matches: Vec::new(), total: 0, error: None };
        match read(watch)?.watch() {
            Err(problem) => result.error = Some(problem),
            Ok(watch) => {
                let watch = SingleWatch::new(&watch);
                for (index, item) in self.items.iter().enumerate() {
                    if !watch.is_match(item) {
                        continue;
                    }
                    result.total += 1;
                    if limit.is_none_or(|limit| result.matches.len() < limit) {
                        let spans = convert::spans(&item.item(), &watch.matches(item));
                        result.matches.push(ItemMatch { index, spans });
                    }
                }
            }
        }
        Ok(result.to_ts())
    }

    /// Finds the first items that a watch nearly matches, at most `limit`, with what rejected them.
    /// Returns none for a watch that `validateWatch` rejects.
    #[wasm_bindgen(js_name = nearMisses)]
    pub fn near_misses(
        &self,
        watch: &Ts<WatchInput>,
        limit: usize,
    ) -> Result<Vec<Ts<NearMiss>>, JsError> {
        let Ok(watch) = read(watch)?.watch() else {
            return Ok(Vec::new());
        };
        let watch = SingleWatch::new(&watch);
        let items = self.items.iter().enumerate();
        let misses = items.filter_map(|(index, item)| match watch.explain(item) {
            Explanation::NearMiss(found) => {
                Some(NearMiss { index, rejections: explain::rejections(&item.item(), &found) })
            }
            _ => None,
        });
        Ok(misses.take(limit).map(|miss| miss.to_ts()).collect())
    }
}

/// Finds the spans at which a watch matches one item: title first, then by start. Returns none for
/// a watch that `validateWatch` rejects.
#[wasm_bindgen(js_name = findSpans)]
pub fn find_spans(
    watch: &Ts<WatchInput>,
    item: &Ts<PreviewItem>,
) -> Result<Vec<Ts<MatchSpan>>, JsError> {
    let item = PreparedItem::new(&read(item)?.item());
    let found = match read(watch)?.watch() {
        Ok(watch) => SingleWatch::new(&watch).matches(&item),
        Err(_) => Vec::new(),
    };
    Ok(convert::spans(&item.item(), &found).iter().map(ToJs::to_ts).collect())
}

/// Explains why a watch matches an item, or what rejected it.
#[cfg(feature = "query")]
#[wasm_bindgen(js_name = explainItem)]
pub fn explain_item(
    watch: &Ts<WatchInput>,
    item: &Ts<PreviewItem>,
) -> Result<Ts<ItemExplanation>, JsError> {
    let input = read(watch)?;
    let item = PreparedItem::new(&read(item)?.item());
    let explanation = match input.watch() {
        Ok(watch) => {
            let found = SingleWatch::new(&watch).explain(&item);
            explain::explanation(watch.keyword(), &item.item(), &found)
        }
        Err(problem) => ItemExplanation {
            error: Some(problem),
            ..explain::explanation("", &item.item(), &Explanation::Miss)
        },
    };
    Ok(explanation.to_ts())
}

/// Reads a query, and returns its plainest form or what is wrong with it.
#[cfg(feature = "query")]
#[wasm_bindgen(js_name = parseQuery)]
pub fn parse_query(text: &str) -> Ts<QueryReading> {
    let reading = match matcher::Query::parse(text) {
        Ok(query) => chips::reading(&query),
        Err(error) => QueryReading {
            error: Some(convert::query_problem(text, &error)),
            ..QueryReading::default()
        },
    };
    reading.to_ts()
}

/// Builds a query from chips, or reports which of them is wrong and why.
#[cfg(feature = "query")]
#[wasm_bindgen(js_name = queryOfChips)]
pub fn query_of_chips(chips: &Ts<QueryChips>) -> Result<Ts<ChipsReading>, JsError> {
    Ok(chips::made(&read(chips)?).to_ts())
}

/// Returns remarks on a watch, the most serious first. Returns none for a watch that
/// `validateWatch` rejects.
#[cfg(feature = "query")]
#[wasm_bindgen(js_name = lintWatch)]
pub fn lint_watch(
    watch: &Ts<WatchInput>,
    known: &Ts<LintInput>,
) -> Result<Vec<Ts<WatchLint>>, JsError> {
    let remarks = match read(watch)?.watch() {
        Ok(watch) => lint::remarks(&watch, &read(known)?),
        Err(_) => Vec::new(),
    };
    Ok(remarks.iter().map(ToJs::to_ts).collect())
}

/// Returns the normal form of a watch, which is the same for watches with the same matches; nothing
/// for a watch that `validateWatch` rejects.
#[cfg(feature = "query")]
#[wasm_bindgen(js_name = normalForm)]
pub fn normal_form(watch: &Ts<WatchInput>) -> Result<Option<String>, JsError> {
    Ok(read(watch)?.watch().ok().map(|watch| watch.normal_form()))
}

/// Returns what is wrong with a watch, or nothing.
#[wasm_bindgen(js_name = validateWatch)]
pub fn validate_watch(watch: &Ts<WatchInput>) -> Result<Option<Ts<WatchProblem>>, JsError> {
    let problem = read(watch)?.watch().err();
    Ok(problem.as_ref().map(ToJs::to_ts))
}

/// Reads a comma-separated list of subreddits and sites, each in any of the forms people use.
#[wasm_bindgen(js_name = parseSubreddits)]
pub fn parse_subreddits(text: &str) -> Ts<SubredditList> {
    let entries: Vec<SubredditEntry> = parse_list(text).into_iter().map(Into::into).collect();
    let valid = entries.iter().all(|entry| entry.error.is_none());
    SubredditList { entries, valid }.to_ts()
}

/// Suggests names of subreddits for a partly typed one.
#[wasm_bindgen(js_name = suggestSubreddits)]
pub fn suggest_subreddits(text: &str) -> Vec<Ts<SubredditSuggestion>> {
    let suggestion = |s: matcher::Suggestion| SubredditSuggestion::from(s).to_ts();
    suggest(text).into_iter().map(suggestion).collect()
}
