//! Writes amounts and sizes.

use foundation::wording::plural::number;

/// Writes a number with two digits, or with all digits before its point: 0.25, 2.5, 25, 2,500.
pub(super) fn amount(amount: f64) -> String {
    match amount {
        ..0.01 => "<0.01".to_owned(),
        ..1.0 => format!("{amount:.2}"),
        ..10.0 => format!("{amount:.1}"),
        _ => number(amount.round() as u64),
    }
}

pub(super) fn bytes(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{} kB", amount(bytes / 1e3)),
        ..1e9 => format!("{} MB", amount(bytes / 1e6)),
        ..1e12 => format!("{} GB", amount(bytes / 1e9)),
        _ => format!("{} TB", amount(bytes / 1e12)),
    }
}
