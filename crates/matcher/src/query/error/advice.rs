//! Advice on what to write instead of a text that is not a query.

use super::problem::{QueryProblem, Unanchored};

impl QueryProblem {
    pub(super) fn advice(&self) -> String {
        use QueryProblem as P;
        match self {
            P::Empty => "Write a word, or a \"phrase\" in quotes".into(),
            P::TooLong(_) | P::TooManyTerms => {
                "Split it into two keywords".into()
            }
            P::TooDeep => "Delete parentheses that are not needed".into(),
            P::TooManyPatterns => {
                "Combine them into one, as in /one|two/, or use words with * instead".into()
            }
            P::UnclosedQuote => "Add a \" where the phrase ends".into(),
            P::UnclosedBacktick => "Add a ` where the exact text ends".into(),
            P::UnclosedPattern => {
                "Add a / at its end, or put the text in quotes to search for it literally".into()
            }
            P::UnclosedGroup => {
                "Add a ) where the group ends, or put \"(\" in quotes to search for it".into()
            }
            P::UnopenedGroup => {
                "Delete it, add a ( where the group begins, or put \")\" in quotes".into()
            }
            P::EmptyGroup => {
                "Put words between them, or write text such as `main()` in backticks".into()
            }
            P::EmptyTerm => "Put the text to search for between them".into(),
            P::NothingBefore(operator) | P::NothingAfter(operator) if operator.ends_with(':') => {
                format!("Write the value right after it, without a space, as in {operator}{}", example(operator))
            }
            P::NothingBefore(operator) | P::NothingAfter(operator) if *operator == "NOT" => {
                format!("Write what to exclude after it, as in tea NOT coffee, or put \"{operator}\" in quotes to search for the word")
            }
            P::NothingBefore(operator) | P::NothingAfter(operator) => {
                format!("Write a word on both sides, as in tea {operator} coffee, or put \"{}\" in quotes to search for the word", operator.split('/').next().unwrap_or(operator))
            }
            P::LoneMinus => {
                "Write it directly before what to exclude, as in -coffee, or put \"-\" in quotes".into()
            }
            P::DoubleMinus(word) => {
                format!("Write `{word}` in backticks to search for it, or a single - to exclude the word")
            }
            P::LoneStar => "Put it at the beginning or end of a word, as in tea*, or put \"*\" in quotes".into(),
            P::InnerStar(word) => {
                let (before, after) = word.split_once('*').unwrap_or((word, ""));
                format!("Write {before}* or *{}, or put \"{word}\" in quotes to search for the *", after.trim_start_matches('*'))
            }
            P::AlienOperator(typed, instead) => {
                format!("Write {instead}, or put \"{typed}\" in quotes to search for it")
            }
            P::UnknownField(name, Some(meant)) => {
                format!("Did you mean {meant}? To search for the text, put \"{name}:\" in quotes")
            }
            P::UnknownField(name, None) => format!(
                "The fields are title: body: author: sub: site: flair: url: type: and min_score:. To search for the text, put \"{name}:\" in quotes"
            ),
            P::FieldInField => "Write the fields side by side, as in title:tea body:coffee".into(),
            P::NegatedValue(field) => format!("Write the - before the field, as in -{field}{}", example(field)),
            P::GroupNotAllowed(field) => {
                format!("Write ({field}{0} OR …) for a choice, as in {field}{0}", example(field))
            }
            P::BadDistance(_) => "Write NEAR/5, for instance, or put \"NEAR\" in quotes to search for the word".into(),
            P::BadNearSide => {
                "Write tea NEAR/5 (green OR black), for instance, and the rest next to it".into()
            }
            P::NearChain => "Write two of them, as in (a NEAR/5 b) (b NEAR/5 c)".into(),
            P::BadNumber(_) => "Write a whole number, as in min_score:10".into(),
            P::BadType(_) => "Write type:post or type:comment".into(),
            P::BadName(_) => {
                "Write a name without spaces, as in sub:rust or author:someone".into()
            }
            P::BadSite(_) => {
                "Write site:reddit, site:hn or a whole host such as site:news.ycombinator.com, without *".into()
            }
            P::NegatedScore => "Delete the - or NOT before it, or delete min_score:".into(),
            P::Invisible | P::Nul => "Type the text again".into(),
            P::TermTooLong(_) => "Shorten it to the words that matter".into(),
            P::AfterPattern(text) => match subreddit_of(text) {
                Some(name) => format!("Write sub:{name} to search in that subreddit, or put \"{text}\" in quotes to search for the text"),
                None => format!("Put a space after it, write \\/ for a slash inside, or put \"{text}\" in quotes to search for the text"),
            },
            P::BadPattern(_) => {
                "Correct it, write \\ before a symbol that is meant literally, or put the text in quotes".into()
            }
            P::PatternTooLarge => "Shorten it, or use fewer repetitions than {1000}".into(),
            P::PatternMatchesNothing => "Write + instead of *, or delete the ?, so that some text must appear".into(),
            P::PatternsNotLoaded => "Try again, or use words with * instead of the regular expression".into(),
            P::NothingRequired(why) => why.advice().into(),
        }
    }
}

impl Unanchored {
    fn advice(self) -> &'static str {
        match self {
            Unanchored::OnlyNot => "Add a word that must appear, as in tea -coffee",
            Unanchored::OnlyType => "Add a word that must appear, as in tea type:post",
            Unanchored::OnlyScore => "Add a word that must appear, as in tea min_score:10",
            Unanchored::OnlySub => {
                "Add a word that must appear, as in tea sub:drinks, on each side of an OR"
            }
            Unanchored::OnlySite => {
                "Add a word that must appear, as in tea site:hn, on each side of an OR"
            }
            Unanchored::OnlyPartOfAuthor => {
                "Write the whole name without *, or add a word that must appear"
            }
            Unanchored::OnlyPattern => "Add a word that must appear, as in order /#\\d+/",
        }
    }
}

/// Returns an example of a field's value.
fn example(field: &str) -> &'static str {
    match field {
        "author:" => "someone",
        "sub:" => "drinks",
        "site:" => "hn",
        "url:" => "example.com",
        "type:" => "post",
        "min_score:" => "10",
        _ => "tea",
    }
}

/// Returns the name in `/r/name`.
fn subreddit_of(text: &str) -> Option<&str> {
    let name = text.strip_prefix("/r/")?.split('/').next()?;
    (!name.is_empty()).then_some(name)
}
