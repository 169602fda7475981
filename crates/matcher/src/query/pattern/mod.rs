//! Regular expressions, in builds that have them (feature `regex`).

#[cfg(feature = "regex")]
mod literals;
#[cfg(feature = "regex")]
mod with_regex;
#[cfg(not(feature = "regex"))]
mod without_regex;

#[cfg(feature = "regex")]
pub(crate) use with_regex::Pattern;
#[cfg(not(feature = "regex"))]
pub(crate) use without_regex::Pattern;
