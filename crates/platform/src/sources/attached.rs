//! The descriptions of what is attached to an item, in lines below its own text.

use super::text::MAX_BODY_CHARS;

/// The maximum number of attachments of an item that are read: sites allow 20.
const MAX_ATTACHED: usize = 32;

/// The kind of an attachment. Its symbol begins the line of the description, by which a reader can
/// tell it from what the author wrote. A word in place of the symbol would match keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attached {
    Picture,
    Video,
    /// A card that shows where a link leads.
    Link,
    /// An option of a poll.
    Choice,
}

impl Attached {
    /// Returns the symbol that begins the description.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Picture => "🖼️",
            Self::Video => "🎬",
            Self::Link => "🔗",
            Self::Choice => "🗳️",
        }
    }

    /// Returns the attachment that a line describes; none if the line is the author's own.
    pub fn of_line(line: &str) -> Option<Self> {
        let all = [Self::Picture, Self::Video, Self::Link, Self::Choice];
        all.into_iter().find(|attached| line.starts_with(attached.symbol()))
    }
}

/// The description of an attachment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Description<'a> {
    pub(super) attached: Attached,
    pub(super) texts: Vec<&'a str>,
    /// The address that it leads to; empty for none.
    pub(super) address: &'a str,
}

impl<'a> Description<'a> {
    pub(super) fn new(attached: Attached, texts: &[&'a str]) -> Self {
        Self { attached, texts: texts.to_vec(), address: "" }
    }
}

/// Returns `body` and, below it, a line for each description. What `title` or `body` says already
/// is left out.
pub(super) fn with_descriptions<'a>(
    title: &str,
    body: &str,
    descriptions: impl IntoIterator<Item = Description<'a>>,
) -> String {
    let mut whole = body.to_owned();
    let is_said = |text: &str| title.contains(text) || body.contains(text);
    for Description { attached, texts, address } in descriptions.into_iter().take(MAX_ATTACHED) {
        let mut shown: Vec<String> = Vec::with_capacity(texts.len());
        for text in texts {
            let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !line.is_empty() && !is_said(text.trim()) && !shown.contains(&line) {
                shown.push(line);
            }
        }
        let line = shown.join(" – ");
        let line = match (line.is_empty(), address.is_empty() || is_said(address)) {
            (true, true) => continue,
            (true, false) => address.to_owned(),
            (false, true) => line,
            (false, false) => format!("{line} ({address})"),
        };
        if whole.len() > MAX_BODY_CHARS * size_of::<char>() {
            break;
        }
        whole.truncate(whole.trim_end().len());
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        whole.push_str(attached.symbol());
        whole.push(' ');
        whole.push_str(&line);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_description_is_one_line_that_begins_with_its_symbol() {
        let described = |body: &str, attached: Attached, texts: &[&str], address: &str| {
            let description = Description { attached, texts: texts.to_vec(), address };
            with_descriptions("A title", body, [description])
        };
        use Attached::{Choice, Link, Picture, Video};
        let address = "https://a.example/x";
        for (body, attached, texts, address, wanted) in [
            ("", Picture, &["A kettle"][..], "", "🖼️ A kettle"),
            ("Look ", Video, &[" A kettle\n\n# boils "], "", "Look\n\n🎬 A kettle # boils"),
            ("Which?", Choice, &["Clay"], "", "Which?\n\n🗳️ Clay"),
            ("Look", Link, &["T", "D"], address, "Look\n\n🔗 T – D (https://a.example/x)"),
            ("Look", Link, &["T", "T"], "", "Look\n\n🔗 T"),
            ("Look", Link, &["", ""], address, "Look\n\n🔗 https://a.example/x"),
            (
                "Look: https://a.example/x",
                Link,
                &["T"],
                address,
                "Look: https://a.example/x\n\n🔗 T",
            ),
            // What is said already is not said again.
            ("Look", Link, &["A title", "Look"], "", "Look"),
            ("Look", Picture, &[" \n"], "", "Look"),
        ] {
            assert_eq!(described(body, attached, texts, address), wanted);
        }
        assert_eq!(Attached::of_line("🎬 A kettle"), Some(Video));
        assert_eq!(Attached::of_line("A kettle 🎬"), None);
    }

    #[test]
    fn the_number_and_length_of_descriptions_are_bounded() {
        let texts: Vec<String> = (0..1_000).map(|n| format!("picture {n}")).collect();
        let described = |text: &'static str| Description::new(Attached::Picture, &[text]);
        let many = texts.iter().map(|text| Description::new(Attached::Picture, &[text]));
        assert_eq!(with_descriptions("", "", many).lines().count(), 2 * MAX_ATTACHED - 1);
        let long: &'static str = Box::leak("long ".repeat(200_000).into_boxed_str());
        let whole = with_descriptions("", "", [described(long), described("another")]);
        assert!(!whole.contains("another"));
    }
}
