//! Rules for single fields, for `#[validate(custom(function = …))]`. Each refusal carries its text
//! for a person.

use validator::ValidationError;

use db::models::kept_match::MAX_NOTE_CHARS;
use domain::auth::{email_address, password_rules};
use foundation::wording::plural::plural;

const NAME_CHARS: usize = 100;
const KEY_NAME_CHARS: usize = 60;
/// The longest keyword or query; queries are longer than keywords.
const KEYWORD_CHARS: usize = matcher::MAX_QUERY_CHARS;
/// The longest announcement that the database accepts.
const ANNOUNCEMENT_CHARS: usize = 500;
const MUTE_VALUE_CHARS: usize = 300;
const SEARCH_CHARS: usize = 300;
/// The longest name as typed; a whole address of a subreddit is shorter.
const SUBREDDIT_CHARS: usize = 200;

fn refuse(text: impl Into<std::borrow::Cow<'static, str>>) -> ValidationError {
    ValidationError::new("refused").with_message(text.into())
}

pub fn email(typed: &str) -> Result<(), ValidationError> {
    email_address::parse(typed).map(drop).map_err(refuse)
}

/// Checks an address that may have an account already.
pub fn known_email(typed: &str) -> Result<(), ValidationError> {
    email_address::parse_known(typed).map(drop).map_err(refuse)
}

pub fn new_password(typed: &str) -> Result<(), ValidationError> {
    password_rules::problem(typed).map_or(Ok(()), |text| Err(refuse(text)))
}

/// Checks a password that exists already: any text but white space.
pub fn password(typed: &str) -> Result<(), ValidationError> {
    if typed.trim().is_empty() {
        return Err(refuse("Password is required"));
    }
    Ok(())
}

pub fn first_name(typed: &str) -> Result<(), ValidationError> {
    name(typed, "First name")
}

pub fn last_name(typed: &str) -> Result<(), ValidationError> {
    name(typed, "Last name")
}

pub fn device_name(typed: &str) -> Result<(), ValidationError> {
    name(typed, "Name")
}

/// Checks the name of an API key.
pub fn key_name(typed: &str) -> Result<(), ValidationError> {
    name_within(typed, "Name", KEY_NAME_CHARS)
}

fn name(typed: &str, field: &str) -> Result<(), ValidationError> {
    name_within(typed, field, NAME_CHARS)
}

fn name_within(typed: &str, field: &str, most: usize) -> Result<(), ValidationError> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(refuse(format!("{field} is required")));
    }
    if typed.chars().count() > most {
        return Err(refuse(format!("{field} must be at most {most} characters")));
    }
    if typed.chars().any(char::is_control) {
        return Err(refuse(format!("{field} must not contain control characters")));
    }
    Ok(())
}

/// Checks the note of a match.
pub fn note(typed: &str) -> Result<(), ValidationError> {
    if typed.trim().chars().count() > MAX_NOTE_CHARS {
        let most = plural(MAX_NOTE_CHARS as u64, "character", "characters");
        return Err(refuse(format!("A note can have at most {most}.")));
    }
    if typed.contains('\0') {
        return Err(refuse("This note contains a character that cannot be stored (NUL)."));
    }
    Ok(())
}

/// Checks an IANA name of a time zone.
pub fn time_zone(typed: &str) -> Result<(), ValidationError> {
    match typed.parse::<chrono_tz::Tz>() {
        Ok(_) => Ok(()),
        Err(_) => Err(refuse("This time zone is not recognised; use a name such as Europe/Vienna")),
    }
}

/// Checks a token that was issued before.
pub fn token(typed: &str) -> Result<(), ValidationError> {
    if typed.is_empty() {
        return Err(refuse("Send the refresh token"));
    }
    Ok(())
}

/// Checks a watched keyword or query that is searched for.
pub fn keyword(typed: &str) -> Result<(), ValidationError> {
    text(typed, KEYWORD_CHARS)
}

/// Checks the text of an announcement.
pub fn announcement(typed: &str) -> Result<(), ValidationError> {
    text(typed, ANNOUNCEMENT_CHARS)
}

/// Checks a text that is stored.
fn text(typed: &str, max: usize) -> Result<(), ValidationError> {
    if typed.chars().count() > max {
        let most = plural(max as u64, "character", "characters");
        return Err(refuse(format!("Use at most {most}.")));
    }
    if typed.contains('\0') {
        return Err(refuse("This text contains a NUL character"));
    }
    Ok(())
}

/// Checks words to search for; none at all means no search.
pub fn search(typed: &str) -> Result<(), ValidationError> {
    text(typed, SEARCH_CHARS)?;
    let is_blank = typed.trim().is_empty();
    if !is_blank && !typed.chars().any(char::is_alphanumeric) {
        return Err(refuse("Search for at least one word."));
    }
    Ok(())
}

/// Checks the name of a subreddit to which a list is limited; an empty one means all.
pub fn subreddit_filter(typed: &str) -> Result<(), ValidationError> {
    if typed.chars().count() > SUBREDDIT_CHARS {
        return Err(refuse(format!("Use at most {SUBREDDIT_CHARS} characters.")));
    }
    if typed.trim().is_empty() {
        return Ok(());
    }
    match matcher::SubredditName::parse(typed) {
        Ok(_) => Ok(()),
        Err(error) => Err(refuse(error.to_string())),
    }
}

/// Checks the name of a saved search.
pub fn search_name(typed: &str) -> Result<(), ValidationError> {
    name(typed, "Name")
}

/// Checks the value to mute, as it is typed: an address may be longer than what it names.
pub fn mute_value(typed: &str) -> Result<(), ValidationError> {
    text(typed, MUTE_VALUE_CHARS)
}

/// Checks the duration of a mute.
pub fn mute_days(days: i64) -> Result<(), ValidationError> {
    match days {
        1 | 7 => Ok(()),
        _ => Err(refuse("Mute for 1 or 7 days, or for good.")),
    }
}
