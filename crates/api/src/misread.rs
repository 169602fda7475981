//! Sentences for a person in place of serde's words for values that it could not read. serde
//! describes a fault only by its text, so the text is parsed here; the tests use serde to produce
//! it.

/// Returns the text to send for a value that could not be read. A text of our own, which begins
/// like a sentence, stays as it is.
pub fn sentence(text: &str) -> String {
    // The line and column mean nothing to a person who filled in a form.
    let text = text.split(" at line ").next().unwrap_or_default();
    if text.starts_with(char::is_uppercase) && !text.starts_with("UUID ") {
        return text.to_owned();
    }
    if text.starts_with("missing field `") {
        return "This value is required".to_owned();
    }
    if let Some(field) = quoted_after(text, "duplicate field `") {
        return format!("Send “{field}” only once");
    }
    if let Some(field) = quoted_after(text, "unknown field `") {
        return format!("There is no field “{field}”");
    }
    if text.starts_with("unknown variant `") {
        // The sent value precedes it, and may contain quotes of its own.
        let known = text.rsplit("expected ").next().unwrap_or_default();
        let words: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return match words.as_slice() {
            [] => "This value is not recognised".to_owned(),
            [word] => format!("This must be {word}"),
            words => format!("This must be one of {}", words.join(", ")),
        };
    }
    let wanted = match text.rsplit_once("expected ") {
        Some((_, wanted)) => wanted,
        None => text,
    };
    expected(wanted).to_owned()
}

/// Translates what serde, and the types that are read, call the expected value.
fn expected(wanted: &str) -> &'static str {
    match wanted {
        "a string" | "a borrowed string" => "This must be text",
        "a boolean" | "provided string was not `true` or `false`" => "This must be true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" => "This must be a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "This must be a whole number",
        "f32" | "f64" => "This must be a number",
        "a sequence" => "This must be a list",
        "a character" => "This must be one character",
        "a formatted date string" | "a date" => "This must be a date, such as 2026-03-31",
        "a formatted date and time string or a unix timestamp"
        | "an RFC 3339 formatted date and time string" => {
            "This must be a date and time, such as 2026-03-31T08:00:00Z"
        }
        _ if wanted.starts_with("a nonzero") => "This must be a whole number of 1 or more",
        _ if wanted.starts_with("struct ") || wanted.starts_with("a map") => {
            "This must be an object"
        }
        _ if wanted.contains("digit")
            || wanted.contains("integer")
            || wanted.contains("number") =>
        {
            "This must be a whole number that is not too large"
        }
        _ if wanted.contains("UUID") => "This must be an id",
        _ if wanted.contains("URL") => "This must be a web address",
        _ if wanted.contains("variant") || wanted.contains("enum") => {
            "This value is not \
            recognised"
        }
        _ => "This value cannot be read",
    }
}

fn quoted_after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.split('`').next()
}
