//! Places in items.

use std::cmp::Ordering;

use super::field::Field;
use super::span::Span;

/// A place in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The field.
    pub field: Field,
    /// The bytes in the field's text.
    pub span: Span,
}

/// Sorts places. One copy of a sort takes some 3 KB in the browser's build, so all share this one.
pub(crate) fn sort_places(places: &mut [Place], order: &dyn Fn(&Place, &Place) -> Ordering) {
    places.sort_unstable_by(order);
}
