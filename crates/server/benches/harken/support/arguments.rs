//! The arguments after a benchmark's name on the command line.

use std::str::FromStr;

/// Returns the numbers among the arguments.
pub(crate) fn numbers<T: FromStr>() -> impl Iterator<Item = T> {
    let arguments = std::env::args().skip(1);
    arguments.filter_map(|argument| argument.parse().ok())
}

/// Returns the first number among the arguments.
pub(crate) fn number<T: FromStr>() -> Option<T> {
    numbers().next()
}
