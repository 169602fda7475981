//! The amount of work in a test: enough to notice a fault with every change, and everything in
//! `just nightly`.

/// Returns `long` if `HARKEN_LONG_TESTS` is set, else `short`.
pub fn by_length<T>(short: T, long: T) -> T {
    let is_long = std::env::var_os("HARKEN_LONG_TESTS").is_some();
    if is_long { long } else { short }
}
