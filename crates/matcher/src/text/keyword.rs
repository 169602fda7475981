//! Keywords in the form in which they are compared.

use super::fold::Case;
use super::folded_text::FoldedText;

/// The most characters in a keyword.
pub const MAX_KEYWORD_CHARS: usize = 200;

/// Returns a keyword in the form in which it is compared: two keywords with the same form find the
/// same text, as long as case does not matter. Applying the function to a form returns it
/// unchanged.
///
/// ```
/// use matcher::folded;
///
/// assert_eq!(folded("  Green\n Tea "), "green tea");
/// assert_eq!(folded("STRASSE"), folded("Straße"));
/// assert_eq!(folded(&folded("İstanbul")), folded("İstanbul"));
/// ```
pub fn folded(keyword: &str) -> String {
    // Folding takes characters and returns characters.
    String::from_utf8_lossy(&fold_keyword(keyword.trim(), Case::Fold)).into_owned()
}

/// Returns a keyword in its compared form, without surrounding white space. The form is empty if
/// nothing visible remains.
pub(crate) fn fold_keyword(keyword: &str, case: Case) -> Vec<u8> {
    let mut folded = FoldedText::default();
    folded.push_field(keyword, case);
    folded.bytes().trim_ascii().to_vec()
}
