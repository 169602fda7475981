//! Wraps the plain form of an email, for mail programs in a terminal.

/// The most columns of a line that can be broken.
const COLUMNS: usize = 76;

/// Returns `text` with its long lines broken between words. What a line continues with is indented as its
/// own text is: by the marks of a quotation, and below the words of an item.
pub(super) fn wrap(text: &str) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for (nth, line) in text.split('\n').enumerate() {
        if nth > 0 {
            wrapped.push('\n');
        }
        match line.chars().count() > COLUMNS {
            true => wrap_line(line, &mut wrapped),
            false => wrapped.push_str(line),
        }
    }
    wrapped
}

fn wrap_line(line: &str, out: &mut String) {
    let body = line.trim_start_matches([' ', '>']);
    let lead = &line[..line.len() - body.len()];
    let next = format!("\n{lead}{}", " ".repeat(marker(body)));
    out.push_str(lead);
    let mut column = lead.chars().count();
    for (nth, word) in body.split(' ').enumerate() {
        let length = word.chars().count();
        match nth {
            0 => {}
            _ if column + 1 + length <= COLUMNS => {
                out.push(' ');
                column += 1;
            }
            _ => {
                out.push_str(&next);
                column = next.chars().count() - 1;
            }
        }
        out.push_str(word);
        column += length;
    }
}

/// Returns the length of an item's bullet or number, 0 for none.
fn marker(text: &str) -> usize {
    if text.starts_with("- ") {
        return 2;
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = (1..=9).contains(&digits) && text[digits..].starts_with(". ");
    if is_number { digits + 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_continue_as_they_began() {
        let words = "word ".repeat(20);
        let words = words.trim_end();
        for (lead, next) in
            [("", ""), ("> ", "> "), ("  > - ", "  >   "), ("12. ", "    "), ("> > ", "> > ")]
        {
            let wrapped = wrap(&format!("{lead}{words}\nnext"));
            let lines: Vec<_> = wrapped.lines().collect();
            assert_eq!(lines.len(), 3, "{wrapped}");
            assert!(lines[0].starts_with(&format!("{lead}word")), "{wrapped}");
            assert!(lines[1].starts_with(&format!("{next}word")), "{wrapped}");
            assert!(lines.iter().all(|line| line.chars().count() <= COLUMNS), "{wrapped}");
            let all = wrapped.split_whitespace().filter(|word| *word == "word");
            assert_eq!(all.count(), 20);
        }
    }

    #[test]
    fn an_address_is_whole_and_a_long_one_on_its_own_line() {
        let url = format!("https://harken.example/api/alerts/{}", "x".repeat(124));
        assert_eq!(wrap(&format!("  Not relevant: {url}")), format!("  Not relevant:\n  {url}"));
        assert_eq!(wrap(&url), url);
        assert_eq!(wrap("Settings: https://a.example/"), "Settings: https://a.example/");
    }

    #[test]
    fn what_is_short_stays_as_it_is() {
        let text = "a  b\n\n  > c\n";
        assert_eq!(wrap(text), text);
        assert_eq!(wrap(""), "");
        assert_eq!(wrap("\n\na"), "\n\na");
    }
}
