//! Words that are never a topic or part of one: they hold sentences together, count, date, or belong
//! to forums themselves.

use std::collections::HashSet;
use std::sync::LazyLock;

static STOP_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let subjects: HashSet<&str> = SUBJECTS.split_whitespace().collect();
    let english = stop_words::get(stop_words::Language::English).iter();
    let english = english.copied().filter(|word| !subjects.contains(word));
    english
        .chain([CALENDAR, CHAT, FORUM, NUMBERS].into_iter().flat_map(str::split_whitespace))
        .collect()
});

/// Returns true if the word, in lower case, says nothing about a subject: a stop word, a
/// contraction of stop words, an ordinal or an amount.
pub fn is_stop_word(word: &str) -> bool {
    // For a contraction, the part before the apostrophe decides.
    let short = word.split_once('\'').map(|(stem, _)| stem);
    let is_short_form =
        |stem: &str| stem.len() < 3 || word.ends_with("n't") || STOP_WORDS.contains(stem);
    STOP_WORDS.contains(word) || short.is_some_and(is_short_form) || is_amount(word)
}

/// Returns true if the word is a number with a unit: `1st`, `90s`, `10k`, `5mins`, `3pm`.
fn is_amount(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - unit.len();
    // `4k` is a kind of screen.
    digits > 0 && (unit.is_empty() || UNITS.contains(&unit) || (unit == "k" && digits > 1))
}

const UNITS: &[&str] = &[
    "am", "cm", "days", "ft", "h", "hr", "hrs", "ish", "kg", "km", "lb", "lbs", "m", "mg", "min",
    "mins", "ml", "mm", "mo", "nd", "pm", "rd", "s", "sec", "secs", "st", "th", "x", "yo", "yr",
    "yrs",
];

/// Words in the crate's list that people do talk about.
const SUBJECTS: &str = "
    area bill case computer date face fire group home homepage invention key keys line microsoft mill
    mug netscape novel open order orders research room rooms site state system test text web website
    world
";

const CALENDAR: &str = "
    afternoon annually april aug august century daily day days dec decade decades december evening feb
    february fortnight friday fridays hour hourly hours jan january jul july jun june mar march midnight
    minute minutes mon monday mondays month monthly months morning mornings night nights noon nov november
    oct october sat saturday saturdays sept september sunday sundays thu thur thurs thursday thursdays time
    times tomorrow tonight tue tues tuesday tuesdays wed wednesday wednesdays week weekday weekdays weekend
    weekends weekly weeks yearly yesterday
";

/// Short forms and equivalents of words in the list.
const CHAT: &str = "
    afaik bruh btw dude dunno eli5 ffs fwiw fyi gotta gonna haha hahaha hey hmm idk imho imo irl kinda lmao
    lmfao lol lot lots nah nope nvm omg ought outta pls plz pretty prolly rofl smh sorta tbh thx til tldr
    ton tons ugh uhh umm wanna whoa whoever wow wtf y'all yall yea yeah yep yup
";

const FORUM: &str = "
    amp comment commented commenter commenters commenting comments crosspost crossposted deleted
    downvote downvoted downvotes edit edited edits flair gif gifs href html https img imgur lurk lurker
    lurking moderator moderators nbsp nsfw nsfl ops post posted poster posters posting postings
    posts png quot quote quoted reddit redditor redditors removed repl replied replies reply replying repost
    reposted reposts sub submission submissions submit submitted subreddit subreddits subs thread threads
    throwaway upvote upvoted upvotes upvoting url urls username usernames x200b
";

const NUMBERS: &str = "
    couple dozen dozens eighteen eighth fourteen fourth hundredth hundreds kgs lbs millions mins nineteen
    ninth seventeen seventh sixteen sixth tenth thirteen thousands zeros
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_stop_words_as_their_first_parts_are() {
        for word in ["they're", "don't", "wouldn't", "we've", "what's", "can't", "with"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["kettle", "kettle's", "broken"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }

    #[test]
    fn ordinals_and_amounts_are_stop_words_and_names_with_digits_are_not() {
        for word in ["2024", "1st", "22nd", "90s", "10k", "100x", "3pm", "15mins", "21yo"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["4k", "3d", "5g", "h264", "1password", "k8s", "2fa", "mp3"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }

    #[test]
    fn what_people_talk_about_is_no_stop_word() {
        for word in SUBJECTS.split_whitespace() {
            assert!(!is_stop_word(word), "{word}");
        }
        assert!(STOP_WORDS.len() > 1_000, "{}", STOP_WORDS.len());
    }
}
