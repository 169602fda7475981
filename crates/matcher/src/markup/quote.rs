//! Quotations of Markdown: lines that begin with `>`.

/// Returns how deep the quotation is that a line belongs to, 0 for none, and the length of its marks.
/// Some sources write the mark as an entity.
pub(super) fn marks(line: &str) -> (usize, usize) {
    /// More than these indent code.
    const MAX_SPACES: usize = 3;
    let (mut depth, mut end) = (0, 0);
    loop {
        let rest = &line[end..];
        let spaces = rest.bytes().take_while(|byte| *byte == b' ').count();
        let inner = &rest[spaces..];
        let mark = ["&gt;", ">"].into_iter().find(|mark| inner.starts_with(mark));
        // What begins a spoiler quotes nothing.
        let mark = mark.filter(|_| !inner.starts_with(">!"));
        match mark.filter(|_| spaces <= MAX_SPACES) {
            Some(mark) => (depth, end) = (depth + 1, end + spaces + mark.len()),
            None => break,
        }
    }
    if depth > 0 && line[end..].starts_with(' ') {
        end += 1;
    }
    (depth, end)
}

/// Returns the positions at which quotations in a text end: the beginnings of lines that belong to
/// none, or to another.
pub(crate) fn ends_of_quotes(text: &str) -> impl Iterator<Item = usize> {
    let (mut depth, mut next) = (0, 0);
    let quotes = text.contains('>') || text.split('&').skip(1).any(|rest| rest.starts_with("gt;"));
    let text = if quotes { text } else { "" };
    let ends = text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        let (own, _) = marks(line);
        let is_blank = own == 0 && line.trim_ascii().is_empty();
        let ends = !is_blank && depth > 0 && own != depth;
        if !is_blank {
            depth = own;
        }
        ends.then_some(start)
    });
    ends.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted() {
        for (line, expected) in [
            ("", (0, 0)),
            ("a > b", (0, 0)),
            ("> a", (1, 2)),
            (">a", (1, 1)),
            ("   > a", (1, 5)),
            ("    > a", (0, 0)),
            (">> a", (2, 3)),
            ("> > a", (2, 4)),
            ("&gt; &gt;a", (2, 9)),
            (">", (1, 1)),
            (">!a!<", (0, 0)),
            ("> >!a!<", (1, 2)),
        ] {
            assert_eq!(marks(line), expected, "{line}");
        }
    }

    #[test]
    fn quotes_end_where_other_text_begins() {
        for (text, expected) in [
            ("> a\n> b", &[][..]),
            ("> a\n\n> b", &[]),
            ("> a\nb", &[4]),
            ("> a\n\nb\n> c", &[5]),
            ("> a\n>> b\n> c", &[4, 9]),
            ("a\n> b", &[]),
            ("&gt; a\n\nb", &[8]),
        ] {
            assert_eq!(ends_of_quotes(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
