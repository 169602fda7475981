//! Formats counts for people.

pub use matcher::grouped as number;

/// Writes a count with its noun: `1 match`, `1,234 matches`.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}
