//! The rows of a table and their values, without the quotes.

/// A row of a table.
pub(super) struct Row {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) source: String,
    pub(super) values: Vec<String>,
    pub(super) unclosed: bool,
}

/// The rows of a text. Rows without any value are skipped.
pub(super) struct Rows<'a> {
    text: &'a str,
    separator: char,
    at: usize,
    line: usize,
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        loop {
            if self.at == self.text.len() {
                return None;
            }
            let row = self.row();
            if row.unclosed || row.values.iter().any(|value| !value.is_empty()) {
                return Some(row);
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// Returns the rows from the byte `at` on, which begins a line.
    pub(super) fn new(text: &'a str, at: usize, separator: char) -> Self {
        Rows { text, separator, at, line: 1 + text[..at].matches('\n').count() }
    }

    /// Returns the text that has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn row(&mut self) -> Row {
        let (begin, line) = (self.at, self.line);
        let (mut values, mut value) = (Vec::new(), String::new());
        let (mut quoted, mut was_quoted) = (false, false);
        let mut chars = self.text[begin..].char_indices().peekable();
        let mut end = None;
        while let Some((at, c)) = chars.next() {
            self.line += usize::from(c == '\n');
            match c {
                '"' if quoted && chars.next_if(|(_, next)| *next == '"').is_some() => {
                    value.push('"');
                }
                '"' if quoted => quoted = false,
                _ if quoted => value.push(c),
                '"' if value.trim().is_empty() && !was_quoted => {
                    value.clear();
                    (quoted, was_quoted) = (true, true);
                }
                _ if c == self.separator => {
                    values.push(finished(&mut value, was_quoted));
                    was_quoted = false;
                }
                '\n' => {
                    end = Some(at);
                    break;
                }
                // What follows a closing quote is kept, except for white space.
                _ if was_quoted && c.is_whitespace() => (),
                _ => value.push(c),
            }
        }
        values.push(finished(&mut value, was_quoted));
        let end = end.map_or(self.text.len(), |end| begin + end);
        self.at = self.text.len().min(end + 1);
        let source = self.text[begin..end].to_owned();
        Row { line, source, values, unclosed: quoted }
    }
}

fn finished(value: &mut String, was_quoted: bool) -> String {
    let value = std::mem::take(value);
    if was_quoted { value } else { value.trim().to_owned() }
}
