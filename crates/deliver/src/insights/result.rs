//! The result of a job and its stored form. The stored form names posts by the forum's ids; their
//! texts are looked up when the result is shown, so that nothing outlives its post.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use analyser::report::{Recommendation, Statement};
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use serde::{Deserialize, Serialize};

use super::model::{Advice, Written};
use super::posts::stored_items;
use super::shown::{CitedPost, Insights, InsightsResult, KeywordInsight};
use analyser::{Analyser, Input, Keyword, Report, SMALL};
use db::Conn;
use db::models::item::Item;

/// The icon of a model's recommendations, a name from Lucide's set.
const ICON: &str = "lightbulb";

/// The document in `insight_results`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stored {
    pub generated_at: DateTime<Utc>,
    pub keywords: Vec<Part>,
}

/// The result for one keyword.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Part {
    pub keyword: String,
    pub generated_at: DateTime<Utc>,
    pub report: Report,
    /// The language model's sentences, if it wrote some that passed.
    pub written: Option<Written>,
    /// The reason why the model wrote none, if it was asked to.
    pub fallback: Option<String>,
}

impl Part {
    pub(super) fn new(keyword: &Keyword, report: Report, now: DateTime<Utc>) -> Self {
        Self {
            keyword: keyword.keyword.clone(),
            generated_at: now,
            report,
            written: None,
            fallback: None,
        }
    }

    /// Returns the forum's ids of all posts that are cited.
    fn cited(&self) -> BTreeSet<&str> {
        let mut cited = self.report.cited();
        if let Some(written) = &self.written {
            let summary = written.summary.iter().flat_map(|one| &one.posts);
            let advice = written.recommendations.iter().flat_map(|one| &one.posts);
            cited.extend(summary.chain(advice).map(String::as_str));
        }
        cited
    }

    fn show(self, items: &HashMap<String, Item>) -> KeywordInsight {
        let cited = self.cited().into_iter();
        let there = cited.filter_map(|id| items.get_key_value(id));
        let posts: BTreeMap<String, CitedPost> =
            there.map(|(id, item)| (id.clone(), item.into())).collect();
        let Self { mut report, .. } = self;
        let (mut provider, mut note) = ("builtin".to_owned(), None);
        if let Some(reason) = self.fallback {
            note = Some(format!("{reason} The built-in analyser wrote this."));
        }
        if let Some(mut written) = self.written {
            // A sentence may repeat a text that is gone.
            let is_there = |ids: &Vec<String>| ids.iter().all(|id| posts.contains_key(id));
            written.summary.retain(|one| is_there(&one.posts));
            written.recommendations.retain(|one| is_there(&one.posts));
            if written.summary.is_empty() {
                note = Some(
                    "Discussions that the language model wrote about have been deleted or edited. The \
                     built-in analyser wrote this."
                        .to_owned(),
                );
            } else {
                note = Some(note_of(&written));
                put(&mut report, &written);
                provider = written.model;
            }
        }
        KeywordInsight {
            keyword: self.keyword,
            is_demo: false,
            generated_at: self.generated_at,
            provider,
            note,
            insights: Insights::new(report, posts),
        }
    }
}

fn note_of(written: &Written) -> String {
    let mut note = format!(
        "The language model {} wrote the summary and the recommendations. All numbers are counted.",
        written.model
    );
    if written.dropped > 0 {
        note.push_str(" Sentences that did not pass the checks were left out.");
    }
    note
}

/// Replaces the analyser's sentences with the model's. `n` is how many posts each cites.
fn put(report: &mut Report, written: &Written) {
    let range = report.range;
    let summary = written.summary.iter().map(|one| Statement {
        part: one.part,
        text: one.text.clone(),
        n: one.posts.len(),
        small: one.posts.len() < SMALL,
        range,
        posts: one.posts.iter().take(3).cloned().collect(),
    });
    report.summary = summary.collect();
    if written.recommendations.is_empty() || !report.sections.recommendations.shown {
        return;
    }
    let advice = |(priority, one): (u32, &Advice)| Recommendation {
        icon: ICON.to_owned(),
        action: one.action.clone(),
        impact: one.impact,
        priority,
        description: one.description.clone(),
        data: format!("Based on {} cited posts.", one.posts.len()),
        n: one.posts.len(),
        small: one.posts.len() < SMALL,
        range,
        posts: one.posts.iter().take(3).cloned().collect(),
    };
    report.recommendations = (1..).zip(&written.recommendations).map(advice).collect();
}

impl Stored {
    /// Loads the texts of the posts that still exist, and returns the result as it is shown.
    ///
    /// # Errors
    /// The database failed.
    pub async fn show(self, conn: &mut Conn) -> QueryResult<InsightsResult> {
        let ids: BTreeSet<&str> = self.keywords.iter().flat_map(Part::cited).collect();
        let ids: Vec<&str> = ids.into_iter().collect();
        let items = stored_items(&ids, conn).await?;
        let items: HashMap<String, Item> =
            items.into_iter().map(|item| (item.forum_id.clone(), item)).collect();
        let shown = self.keywords.into_iter().map(|part| part.show(&items));
        Ok(InsightsResult { generated_at: self.generated_at, keyword_insights: shown.collect() })
    }
}

/// Returns a result of sample discussions, marked as such.
pub(super) fn demo(input: &Input, now: DateTime<Utc>) -> InsightsResult {
    let analyser = Analyser::new(input);
    let one = |keyword: &Keyword| {
        let report = analyser.keyword_report(keyword.id);
        let ids = report.cited();
        let there = input.posts.iter().filter(|post| ids.contains(post.id.as_str()));
        let posts = there.map(|post| (post.id.clone(), post.into()));
        let posts = posts.collect();
        KeywordInsight {
            keyword: keyword.keyword.clone(),
            is_demo: true,
            generated_at: now,
            provider: "builtin".to_owned(),
            note: Some("Made from sample discussions, not from your own.".to_owned()),
            insights: Insights::new(report, posts),
        }
    };
    InsightsResult { generated_at: now, keyword_insights: input.keywords.iter().map(one).collect() }
}
