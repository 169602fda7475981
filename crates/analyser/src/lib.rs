//! The built-in analyser: numbers and sentences about matching discussions. Pure and deterministic:
//! no input but [`Input`], no clock, no randomness, no network. The order of the posts does not
//! matter.
//!
//! Each number has a rule that fits in a sentence, and the report contains that sentence
//! (`method`). Each statement has the number of discussions that it rests on (`n`), whether those
//! are few (`small`, fewer than [`SMALL`]), the range, and ids of discussions; [`Report::cited`]
//! returns all of them.
//!
//! Only English words count, as in the lexicon of sentiment and the rules of the categories.

mod background;
mod categories;
mod citing;
mod comparison;
mod controversy;
mod engagement;
mod hours;
mod input;
mod minimums;
pub mod near;
mod overview;
mod phrases;
pub mod polarity;
mod reading;
mod recommendations;
pub mod report;
mod sentiment;
mod stop_words;
mod subreddits;
mod summary;
mod text;
mod topics;
mod voice;
mod wording;

use uuid::Uuid;

pub use input::{Input, Keyword, Kind, Post};
pub use report::Report;
pub use stop_words::is_stop_word;

use reading::{Read, Reading, read};

/// Statements that rest on fewer discussions are marked as small.
pub const SMALL: usize = 20;
/// The most posts that are read: if there are more, the newest.
pub const MAX_POSTS: usize = 5_000;
/// The most discussions that a statement cites.
pub const MAX_CITED: usize = 3;

/// Posts that have been read, each once. Creating an analyser is nearly all the work; reports are
/// cheap.
pub struct Analyser<'a> {
    input: &'a Input,
    reads: Vec<Read<'a>>,
}

impl<'a> Analyser<'a> {
    pub fn new(input: &'a Input) -> Self {
        let reads = read(input);
        Self { input, reads }
    }

    /// Reports on all posts of the range, whatever their keyword. A post that several keywords
    /// found counts once, except in the share of voice.
    pub fn report(&self) -> Report {
        report(&Reading::new(self.input, &self.reads, None))
    }

    /// Reports on the posts of one keyword. Those of the others show which terms are distinctive of
    /// it.
    pub fn keyword_report(&self, keyword: Uuid) -> Report {
        report(&Reading::new(self.input, &self.reads, Some(keyword)))
    }
}

/// Creates an [`Analyser::report`] for one use.
pub fn analyse(input: &Input) -> Report {
    Analyser::new(input).report()
}

/// Creates an [`Analyser::keyword_report`] for one use.
pub fn analyse_keyword(input: &Input, keyword: Uuid) -> Report {
    Analyser::new(input).keyword_report(keyword)
}

/// Returns the terms that distinguish the posts of the range from usual English, the most
/// distinctive first: what is being talked about, whatever the keywords.
pub fn topics(input: &Input) -> Vec<report::Topic> {
    topics::topics(&Reading::new(input, &read(input), None))
}

fn report(reading: &Reading<'_>) -> Report {
    let sections = minimums::sections(reading);
    let engagement = engagement::engagement(reading, &sections);
    let controversy = controversy::controversy(reading, &sections);
    let mut report = Report {
        range: reading.range,
        n: reading.now.len(),
        small: reading.now.len() < SMALL,
        overview: overview::overview(reading),
        sentiment: sentiment::sentiment(reading, engagement.level, controversy.level),
        engagement,
        controversy,
        categories: categories::categories(reading),
        topics: only(&sections.topics, || topics::topics(reading)),
        best_hours: only(&sections.hours, || hours::counts(&reading.listened_to())),
        subreddits: subreddits::subreddits(reading),
        share_of_voice: voice::share_of_voice(reading),
        recommendations: Vec::new(),
        summary: Vec::new(),
        sections,
    };
    report.recommendations = only(&report.sections.recommendations, || {
        recommendations::recommendations(reading, &report)
    });
    report.summary = summary::summary(reading, &report);
    report
}

/// Makes the content of a section if the section is shown.
fn only<T>(section: &report::Section, make: impl FnOnce() -> Vec<T>) -> Vec<T> {
    if section.shown { make() } else { Vec::new() }
}

#[cfg(test)]
mod tests;
