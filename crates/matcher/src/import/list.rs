//! One keyword a line.

use super::draft::Draft;
use super::line::{ImportError, ImportedLine, MAX_IMPORT_LINES};

/// What may follow a keyword, by <https://f5bot.com/docs>, and whether the forum that is searched
/// here is still among those it chooses.
const FLAGS: [(&str, bool); 6] = [
    ("only-reddit", true),
    ("no-hackernews", true),
    ("no-lobsters", true),
    ("no-reddit", false),
    ("only-hackernews", false),
    ("only-lobsters", false),
];

pub(super) fn read(text: &str) -> Vec<ImportedLine> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let mut read = Vec::new();
    for (count, (n, source)) in lines.enumerate() {
        let (line, source) = (n + 1, source.to_owned());
        let (keyword, notes) = without_flags(source.trim());
        let draft = Draft {
            keyword: keyword.to_owned(),
            ..Draft::default()
        };
        let full = count == MAX_IMPORT_LINES;
        let watch = if full {
            Err(ImportError::TooMany)
        } else {
            draft.watch(line)
        };
        read.push(ImportedLine {
            line,
            source,
            watch,
            notes,
        });
        if full {
            break;
        }
    }
    read
}

/// Returns the keyword by itself, and what the flags after it ask for. A line of flags only is a
/// keyword.
fn without_flags(line: &str) -> (&str, Vec<String>) {
    let (mut keyword, mut notes) = (line, Vec::new());
    while let Some((before, last)) = keyword.rsplit_once(char::is_whitespace) {
        let Some((flag, here)) = FLAGS.iter().find(|(flag, _)| *flag == last) else {
            break;
        };
        if before.trim().is_empty() {
            break;
        }
        keyword = before.trim_end();
        notes.insert(
            0,
            if *here {
                format!("{flag} is always so here")
            } else {
                format!("{flag} asks for other sites; here Reddit is searched")
            },
        );
    }
    (keyword, notes)
}
