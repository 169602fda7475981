//! Reads the form of an alert's page.

use std::collections::HashMap;

use db::models::mute::MuteKind;
use domain::auth::action_token::Action;

/// Names of the form's fields; the template writes them too.
const DO: &str = "do";
const UNDO: &str = "undo";

/// The requested action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChosenAction {
    pub(super) choice: Choice,
    pub(super) undo: bool,
}

/// An action that can be taken on an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    Mute(MuteChoice),
    Snooze(Snooze),
    NotRelevant,
    MarkRead,
    /// Send no more alerts of this watch at all.
    SwitchOff,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MuteChoice {
    /// The kind, one that the alert itself has: its thread, author or subreddit.
    pub(super) kind: MuteKind,
    /// Whether to mute for all watches, not only for the alert's.
    pub(super) everywhere: bool,
    /// `None` for good.
    pub(super) days: Option<i64>,
    /// Whether the notifications that the mute would have caught are removed from the list.
    pub(super) clean_up: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Snooze {
    Hour,
    /// Until 08:00 in the user's time zone.
    Tomorrow,
    Week,
}

impl Snooze {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "hour" => Some(Self::Hour),
            "tomorrow" => Some(Self::Tomorrow),
            "week" => Some(Self::Week),
            _ => None,
        }
    }
}

impl Choice {
    /// Returns the only action that a link names; `None` for the link to the page.
    pub(super) fn of_link(action: Action) -> Option<Self> {
        match action {
            Action::Page => None,
            Action::MuteThreadForADay => Some(Self::Mute(MuteChoice {
                kind: MuteKind::Thread,
                everywhere: false,
                days: Some(1),
                clean_up: false,
            })),
            Action::MarkRead => Some(Self::MarkRead),
            Action::NotRelevant => Some(Self::NotRelevant),
            Action::SnoozeForAnHour => Some(Self::Snooze(Snooze::Hour)),
        }
    }

    /// Returns whether a link allows this choice: the link to the page allows all that the page
    /// offers, others only their own action.
    pub(super) fn is_allowed_by(&self, action: Action) -> bool {
        match Self::of_link(action) {
            None => *self != Self::MarkRead,
            Some(only) => *self == only,
        }
    }

    /// Returns the value of the form's field `do`.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Mute(_) => "mute",
            Self::Snooze(_) => "snooze",
            Self::NotRelevant => "not-relevant",
            Self::MarkRead => "read",
            Self::SwitchOff => "off",
        }
    }
}

/// The content of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Chosen(ChosenAction),
    /// No field of this form: the action that the link names is requested.
    Nothing,
    /// A text for a person.
    Problem(&'static str),
}

impl Asked {
    pub(super) fn read(form: &[u8]) -> Self {
        let fields: HashMap<_, _> = url::form_urlencoded::parse(form).collect();
        let field = |name: &str| fields.get(name).map_or("", AsRef::as_ref);
        let choice = match field(DO) {
            "" => return Self::Nothing,
            "mute" => match mute(&field) {
                Ok(choice) => Choice::Mute(choice),
                Err(text) => return Self::Problem(text),
            },
            "snooze" => match Snooze::parse(field("for")) {
                Some(snooze) => Choice::Snooze(snooze),
                None => return Self::Problem("Choose how long to snooze it."),
            },
            "not-relevant" => Choice::NotRelevant,
            "read" => Choice::MarkRead,
            "off" => Choice::SwitchOff,
            _ => return Self::Problem("Choose what to do."),
        };
        let undo = !field(UNDO).is_empty();
        Self::Chosen(ChosenAction { choice, undo })
    }
}

fn mute<'f>(field: &impl Fn(&str) -> &'f str) -> Result<MuteChoice, &'static str> {
    let kind = field("what").parse().map_err(|_| "Choose what to mute.")?;
    if kind == MuteKind::Word {
        // A word could be any word of any alert, so only signed-in users may mute words.
        return Err("Words can be muted in Harken, on the Muted page.");
    }
    Ok(MuteChoice {
        kind,
        everywhere: match field("where") {
            "all" => true,
            "watch" => false,
            _ => return Err("Choose which keywords it applies to."),
        },
        days: match field("for") {
            "day" => Some(1),
            "good" => None,
            _ => return Err("Choose how long it lasts."),
        },
        clean_up: !field("clean-up").is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_can_do_no_more_than_it_says() {
        let form = |text: &str| match Asked::read(text.as_bytes()) {
            Asked::Chosen(chosen) => chosen.choice,
            other => panic!("{text}: {other:?}"),
        };
        let choices = [
            form("do=mute&what=thread&where=watch&for=day"),
            form("do=mute&what=thread&where=all&for=day"),
            form("do=mute&what=thread&where=watch&for=good"),
            form("do=mute&what=thread&where=watch&for=day&clean-up=1"),
            form("do=mute&what=author&where=watch&for=day"),
            form("do=snooze&for=hour"),
            form("do=snooze&for=week"),
            form("do=not-relevant"),
            form("do=off"),
            form("do=read"),
        ];
        let allowed = |action: Action| -> Vec<usize> {
            let places = 0..choices.len();
            places.filter(|n| choices[*n].is_allowed_by(action)).collect()
        };
        assert_eq!(allowed(Action::Page), (0..9).collect::<Vec<_>>());
        assert_eq!(allowed(Action::MuteThreadForADay), [0]);
        assert_eq!(allowed(Action::SnoozeForAnHour), [5]);
        assert_eq!(allowed(Action::NotRelevant), [7]);
        assert_eq!(allowed(Action::MarkRead), [9]);
    }

    #[test]
    fn a_form_that_says_too_little_is_a_problem_and_a_foreign_one_nothing() {
        for form in [
            "do=mute",
            "do=mute&what=user&where=all&for=day",
            // A word affects any alert, not only the link's own.
            "do=mute&what=word&word=x&where=watch&for=day",
            "do=mute&what=author&where=here&for=day",
            "do=mute&what=author&where=all&for=year",
            "do=snooze",
            "do=delete",
        ] {
            let asked = Asked::read(form.as_bytes());
            assert!(matches!(asked, Asked::Problem(_)), "{form}");
        }
        for form in ["", "List-Unsubscribe=One-Click", "%FF=%00&&&", "undo=1"] {
            assert_eq!(Asked::read(form.as_bytes()), Asked::Nothing, "{form}");
        }
    }
}
