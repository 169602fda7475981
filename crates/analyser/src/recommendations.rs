//! Recommends actions, with the numbers behind them. A recommendation is made only if its numbers
//! pass a threshold; one based on few discussions says so and never has a high impact.

use std::cmp::Reverse;

use matcher::in_place;

use super::SMALL;
use super::categories::of;
use super::citing::top;
use super::comparison::{share_trend, trend};
use super::hours::busy;
use super::input::Kind;
use super::polarity::Label;
use super::reading::rules::{
    COMPARISONS_NAME, COMPLAINTS_NAME, HOW_TO_NAME, QUESTIONS, RECOMMENDATIONS_WANTED,
};
use super::reading::{Compared, Read, Reading};
use super::report::{Impact, Level, Recommendation, Report, Trend};
use super::sentiment::count;
use super::topics::with_term;
use super::wording::{self, number, percent};

/// The fewest discussions of a kind that are a reason to act.
const LEAST: usize = 3;
/// The share of all discussions from which a place is recommended.
const LARGE_SHARE: f64 = 0.25;

struct Advice<'a> {
    icon: &'static str,
    action: String,
    impact: Impact,
    description: &'static str,
    data: String,
    /// The number of discussions behind the numbers.
    n: usize,
    posts: Vec<&'a Read<'a>>,
}

pub(super) fn recommendations(reading: &Reading<'_>, report: &Report) -> Vec<Recommendation> {
    let mut all: Vec<Advice<'_>> = Vec::new();
    all.extend(answer_questions(reading));
    all.extend(KINDS.iter().filter_map(|kind| kind.advice(reading)));
    all.extend(take_part(reading, report));
    all.extend(be_there(reading, report));
    all.extend(write_about(reading, report));
    all.extend(read_both_sides(reading, report));
    if let Some(compared) = &reading.compared {
        all.extend(volume(compared));
        all.extend(mood(compared));
    }
    // The sort keeps the order above among equals.
    all.sort_by_key(|advice| (capped(advice), Reverse(advice.posts.len())));
    let numbered = (1..).zip(all);
    numbered.map(|(priority, advice)| advice.finish(priority, reading)).collect()
}

impl Advice<'_> {
    fn finish(self, priority: u32, reading: &Reading<'_>) -> Recommendation {
        Recommendation {
            icon: self.icon.to_owned(),
            impact: capped(&self),
            action: self.action,
            priority,
            description: self.description.to_owned(),
            data: self.data,
            n: self.n,
            small: self.n < SMALL,
            range: reading.range,
            posts: top(&self.posts),
        }
    }
}

/// Limits the impact: few discussions are no reason for a high one.
fn capped(advice: &Advice<'_>) -> Impact {
    if advice.n < SMALL { advice.impact.max(Impact::Medium) } else { advice.impact }
}

/// Returns the impact by the share of all discussions that are concerned.
fn impact(part: usize, whole: usize) -> Impact {
    match wording::share(part, whole) {
        share if share >= 0.2 => Impact::High,
        share if share >= 0.1 => Impact::Medium,
        _ => Impact::Low,
    }
}

fn answer_questions<'a>(reading: &Reading<'a>) -> Option<Advice<'a>> {
    let questions = of(&reading.now, QUESTIONS);
    let counted = |read: &&Read<'_>| read.post.kind == Kind::Post && read.post.comments.is_some();
    let counted: Vec<_> = questions.into_iter().filter(counted).collect();
    let open = counted.iter().copied().filter(|read| read.post.comments == Some(0));
    let open: Vec<_> = open.collect();
    (open.len() >= LEAST).then(|| Advice {
        icon: "message-circle-question-mark",
        action: "Answer open questions".to_owned(),
        impact: impact(open.len(), reading.now.len()),
        description: "Everyone with the same question will read your answer.",
        data: format!(
            "{} of {} had no comments when last counted.",
            number(open.len()),
            wording::count(counted.len(), "question"),
        ),
        n: reading.now.len(),
        posts: open,
    })
}

/// A category that asks for something.
struct Asking {
    category: &'static str,
    icon: &'static str,
    action: &'static str,
    description: &'static str,
}

const KINDS: [Asking; 4] = [
    Asking {
        category: COMPLAINTS_NAME,
        icon: "triangle-alert",
        action: "Look into the complaints",
        description: "Complaints show what to fix first, or where others fail.",
    },
    Asking {
        category: RECOMMENDATIONS_WANTED,
        icon: "hand-helping",
        action: "Join those who ask for a recommendation",
        description: "They are about to choose and want to know what is good.",
    },
    Asking {
        category: COMPARISONS_NAME,
        icon: "scale",
        action: "Prepare a comparison",
        description: "People are comparing options and looking for facts.",
    },
    Asking {
        category: HOW_TO_NAME,
        icon: "book-open",
        action: "Write a guide",
        description: "People ask or explain how things are done.",
    },
];

impl Asking {
    fn advice<'a>(&self, reading: &Reading<'a>) -> Option<Advice<'a>> {
        let (posts, n) = (of(&reading.now, self.category), reading.now.len());
        (posts.len() >= LEAST).then(|| Advice {
            icon: self.icon,
            action: self.action.to_owned(),
            impact: impact(posts.len(), n),
            description: self.description,
            data: format!(
                "{} of {} ({}) are in the category \"{}\".",
                number(posts.len()),
                matches(n),
                percent(posts.len(), n),
                self.category
            ),
            n,
            posts,
        })
    }
}

fn take_part<'a>(reading: &Reading<'a>, report: &Report) -> Option<Advice<'a>> {
    let (first, n) = (report.subreddits.first()?, reading.now.len());
    let stands_out = report.subreddits.len() > 1 && first.share >= LARGE_SHARE;
    let in_it = |read: &&Read<'_>| read.post.subreddit.eq_ignore_ascii_case(&first.name);
    (stands_out && first.count >= LEAST).then(|| Advice {
        icon: "users",
        action: format!("Take part {}", in_place(&first.name)),
        impact: if first.share >= 0.5 { Impact::High } else { Impact::Medium },
        description: "More discussions take place there than anywhere else.",
        data: format!("{} of {} ({}).", number(first.count), matches(n), percent(first.count, n)),
        n,
        posts: reading.now.iter().copied().filter(in_it).collect(),
    })
}

fn be_there<'a>(reading: &Reading<'a>, report: &Report) -> Option<Advice<'a>> {
    let listened = reading.listened_to();
    let (busy, n) = (busy(&report.best_hours)?, listened.len());
    Some(Advice {
        icon: "clock",
        action: format!("Be there from {}:00 to {}:00 UTC", busy.from, busy.until()),
        impact: impact(busy.count, n).max(Impact::Medium),
        description: "More discussions start in these three hours than chance would explain.",
        data: format!(
            "{} of {} ({}); spread evenly, it would be 13%.",
            number(busy.count),
            matches(n),
            percent(busy.count, n)
        ),
        n,
        posts: listened.into_iter().filter(|read| busy.has(read)).collect(),
    })
}

fn write_about<'a>(reading: &Reading<'a>, report: &Report) -> Option<Advice<'a>> {
    let (topic, n) = (report.topics.first()?, reading.now.len());
    Some(Advice {
        icon: "pen-line",
        action: format!("Write about \"{}\"", topic.term),
        impact: impact(topic.count, n).max(Impact::Medium),
        description: "No other term sets these discussions apart as much.",
        data: format!(
            "{} of {} ({}) contain it; log-likelihood {}.",
            number(topic.count),
            matches(n),
            percent(topic.count, n),
            topic.score
        ),
        n,
        posts: with_term(&reading.now, &topic.term),
    })
}

fn read_both_sides<'a>(reading: &Reading<'a>, report: &Report) -> Option<Advice<'a>> {
    let sentiment = &report.sentiment;
    let opinions = |read: &&Read<'_>| read.label != Label::Neutral;
    let posts: Vec<_> = reading.now.iter().copied().filter(opinions).collect();
    let heated = report.controversy.level == Level::High;
    (heated && sentiment.positive.min(sentiment.negative) >= LEAST).then(|| Advice {
        icon: "swords",
        action: "Read both sides before you reply".to_owned(),
        impact: Impact::Medium,
        description: "People disagree, and both sides will judge your reply.",
        data: format!(
            "{} positive and {} negative of {}.",
            number(sentiment.positive),
            number(sentiment.negative),
            matches(sentiment.n)
        ),
        n: sentiment.n,
        posts,
    })
}

/// Advises on many more, or many fewer, discussions than before.
fn volume<'a>(compared: &Compared<'a>) -> Option<Advice<'a>> {
    let (later, earlier) = (compared.later.len(), compared.earlier.len());
    let (icon, action) = match trend(later, earlier) {
        Trend::Up => ("trending-up", "Find out why there is more talk"),
        Trend::Down => ("trending-down", "Find out why there is less talk"),
        Trend::Steady | Trend::Unknown => return None,
    };
    Some(Advice {
        icon,
        action: action.to_owned(),
        impact: Impact::Medium,
        description: "The number of discussions has changed by more than chance would explain.",
        data: format!(
            "{} in {}, {} in the period before.",
            number(later),
            last(compared),
            number(earlier)
        ),
        n: later + earlier,
        posts: compared.later.clone(),
    })
}

/// Advises on discussions that are more negative than before.
fn mood<'a>(compared: &Compared<'a>) -> Option<Advice<'a>> {
    let negative = |reads: &[&Read<'_>]| (count(reads, Label::Negative), reads.len());
    let (later, earlier) = (negative(&compared.later), negative(&compared.earlier));
    let posts = compared.later.iter().copied();
    (share_trend(later, earlier) == Trend::Up).then(|| Advice {
        icon: "frown",
        action: "Find out what people are unhappy about".to_owned(),
        impact: Impact::High,
        description: "The negative share has grown by more than chance would explain.",
        data: format!(
            "{} of {} negative in {}, {} of {} in the period before.",
            number(later.0),
            number(later.1),
            last(compared),
            number(earlier.0),
            number(earlier.1)
        ),
        n: later.1 + earlier.1,
        posts: posts.filter(|read| read.label == Label::Negative).collect(),
    })
}

fn matches(n: usize) -> String {
    wording::count(n, "discussion")
}

/// Returns the name of the time that is compared, such as `the last 7 days`.
pub(super) fn last(compared: &Compared<'_>) -> String {
    let hours = compared.length.num_hours();
    if hours % 24 == 0 && hours > 0 {
        let days = usize::try_from(hours / 24).unwrap_or_default();
        return match days {
            1 => "the last day".to_owned(),
            days => format!("the last {days} days"),
        };
    }
    format!("the last {hours} hours")
}
