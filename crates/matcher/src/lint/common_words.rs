//! Keywords that are parts of common words.

use super::remark::Lint;
use crate::query::Form;
use crate::text::{Case, fold_keyword};
use crate::watch::{Rule, Watch};

/// The least number of common words that makes a keyword worth a remark.
const MIN_COMMON_WORDS: usize = 3;
/// The most common words that a remark names.
const MAX_EXAMPLES: usize = 3;

/// Adds a remark for each part of the rule that is contained in common words.
pub(super) fn inside_words(watch: &Watch, words: &[&str], found: &mut Vec<Lint>) {
    let mut look = |rule: String, needle: &[u8], open: (bool, bool)| {
        let longer = words.iter().filter(|word| {
            let word = word.as_bytes();
            word.len() > needle.len()
                && match open {
                    (true, true) => word.windows(needle.len()).any(|part| part == needle),
                    (false, true) => word.starts_with(needle),
                    (true, false) => word.ends_with(needle),
                    (false, false) => false,
                }
        });
        let longer: Vec<&&str> = longer.collect();
        if longer.len() >= MIN_COMMON_WORDS {
            let examples = longer.iter().take(MAX_EXAMPLES).map(|word| (**word).to_owned());
            let (count, examples) = (longer.len(), examples.collect());
            found.push(Lint::InsideCommonWords { rule, count, examples });
        }
    };
    match watch.rule() {
        Rule::Literal(keyword) if !watch.filters().whole_word_only => {
            look(keyword.clone(), &fold_keyword(keyword, Case::Fold), (true, true));
        }
        Rule::Literal(_) => (),
        Rule::Query(query) => query.root().each_term(&mut |term| {
            if let Form::Words { open_start, open_end } = term.form
                && !term.field.is_name()
            {
                look(term.to_string(), term.needle.bytes(), (open_start, open_end));
            }
        }),
    }
}
