//! The rule for keywords.

use super::error::WatchError;
use crate::text::{Case, MAX_KEYWORD_CHARS, fold_keyword};

/// Checks a keyword on its own, as [`Watch::new`](crate::Watch::new) does.
///
/// ```
/// use matcher::{WatchError, check_keyword};
///
/// assert_eq!(check_keyword("C++"), Ok(()));
/// assert_eq!(check_keyword("\u{200B}"), Err(WatchError::InvisibleKeyword));
/// ```
pub fn check_keyword(keyword: &str) -> Result<(), WatchError> {
    let keyword = keyword.trim();
    if keyword.is_empty() {
        return Err(WatchError::EmptyKeyword);
    }
    if keyword.contains('\0') {
        return Err(WatchError::NulInKeyword);
    }
    let chars = keyword.chars().count();
    if chars > MAX_KEYWORD_CHARS {
        return Err(WatchError::KeywordTooLong { chars });
    }
    if fold_keyword(keyword, Case::Fold).is_empty() {
        return Err(WatchError::InvisibleKeyword);
    }
    Ok(())
}
