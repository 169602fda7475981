//! Reads the form of an alert's page.

use std::collections::HashMap;

use db::models::mute::MuteKind;
use domain::auth::action_token::Action;

/// Names of the form's fields; the template writes them too.
const DO: &str = "do";
const UNDO: &str = "undo";

/// The requested action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenAction {
    pub choice: Choice,
    pub undo: bool,
}

/// An action that can be taken on an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Mute(MuteChoice),
    Snooze(Snooze),
    NotRelevant,
    MarkRead,
    /// Send no more alerts of this watch at all.
    SwitchOff,
}

/// A mute of what an alert is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MuteChoice {
    /// The kind, one that the alert itself has: its thread, author or subreddit.
    pub kind: MuteKind,
    /// Whether to mute for all watches, not only for the alert's.
    pub everywhere: bool,
    /// `None` for good.
    pub days: Option<i64>,
    /// Whether the notifications that the mute would have caught are removed from the list.
    pub clean_up: bool,
}

/// How long a watch is snoozed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Snooze {
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
    pub fn is_allowed_by(&self, action: Action) -> bool {
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
pub enum Asked {
    Chosen(ChosenAction),
    /// No field of this form: the action that the link names is requested.
    Nothing,
    /// A text for a person.
    Problem(&'static str),
}

impl Asked {
    /// Reads the body of a form.
    pub fn read(form: &[u8]) -> Self {
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
