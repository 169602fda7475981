//! Reads authors.

use url::Url;

use crate::html::{is_html, words};
use crate::text::{MAX_NAME_CHARS, line};
use crate::value;
use crate::xml::{Event, Xml};

/// Reads an author: the name in Atom's elements, or in a text in one of RSS's forms.
pub(crate) fn read(xml: &mut Xml<'_>, address: &Url) -> String {
    let depth = xml.depth();
    let (mut text, mut name, mut mail) = (String::new(), String::new(), String::new());
    while xml.depth() >= depth {
        match xml.next(address) {
            None => break,
            Some(Event::Text(part)) if xml.depth() == depth && text.len() < 4 * MAX_NAME_CHARS => {
                text.extend(part.chars().take(4 * MAX_NAME_CHARS));
            }
            Some(Event::Start(child)) => {
                let value = value::text(xml, address);
                match child.name.as_str() {
                    "name" if name.is_empty() => name = value,
                    "email" if mail.is_empty() => mail = value,
                    _ => {}
                }
            }
            Some(_) => {}
        }
    }
    let (name, mail) = (line(&name, MAX_NAME_CHARS), line(&mail, MAX_NAME_CHARS));
    match (name.is_empty(), mail.is_empty()) {
        (false, _) => name,
        (true, false) => mail,
        // Some sites link their authors.
        (true, true) if is_html(&text) => line(&words(&text, false), MAX_NAME_CHARS),
        (true, true) => line(name_in(text.trim()), MAX_NAME_CHARS),
    }
}

/// Returns the name in `me@example.com (Me)` and `Me <me@example.com>`, or else the whole text.
fn name_in(text: &str) -> &str {
    if let Some((before, within)) = text.split_once('(') {
        let (before, within) = (before.trim(), within.trim_end_matches(')').trim());
        match (before.contains('@'), within.contains('@')) {
            (true, false) if !within.is_empty() => return within,
            (true, false) | (false, true) if !before.is_empty() => return before,
            _ => {}
        }
    }
    match text.split_once('<') {
        Some((name, mail)) if mail.contains('@') && !name.trim().is_empty() => {
            name.trim().trim_matches('"')
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn the_name_is_separated_from_the_address() {
        for (text, wanted) in [
            ("me@example.com (Me Myself)", "Me Myself"),
            ("Me Myself <me@example.com>", "Me Myself"),
            ("\"Me\" <me@example.com>", "Me"),
            ("Me Myself (me@example.com)", "Me Myself"),
            ("Me (the one)", "Me (the one)"),
            ("me@example.com ()", "me@example.com"),
            ("me@example.com", "me@example.com"),
            ("<me@example.com>", "<me@example.com>"),
        ] {
            assert_eq!(name_in(text), wanted);
        }
    }
}
