use matcher::{Chip, ChipField};

/// Returns whether the chip is searched for in an item's text, rather than in a name.
pub(super) fn is_text(chip: &Chip) -> bool {
    matches!(chip.field, ChipField::Text | ChipField::Title | ChipField::Body)
}

/// Returns the words of a text.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}
