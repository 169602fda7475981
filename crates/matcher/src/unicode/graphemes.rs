//! Boundaries between grapheme clusters, by the rules of UAX #29 from `graphemes.bin`: 3 KB, where
//! the crate's table takes 24 KB.

use super::compact::tables;

/// The class of a character, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    Other,
    Control,
    /// Extends clusters, and conjuncts of Indic consonants as well.
    Extend,
    ExtendOnly,
    /// Joins the consonants around it.
    Linker,
    SpacingMark,
    Prepend,
    L,
    V,
    T,
    Pictograph,
    Consonant,
    Joiner,
    Lv,
    Lvt,
}

const CLASSES: [Class; 13] = [
    Class::Other,
    Class::Control,
    Class::Extend,
    Class::ExtendOnly,
    Class::Linker,
    Class::SpacingMark,
    Class::Prepend,
    Class::L,
    Class::V,
    Class::T,
    Class::Pictograph,
    Class::Consonant,
    Class::Joiner,
];

fn class(c: char) -> Class {
    if let '가'..='힣' = c {
        let open = (u32::from(c) - 0xAC00).is_multiple_of(28);
        return if open { Class::Lv } else { Class::Lvt };
    }
    let class = tables().graphemes.at(c) as usize;
    CLASSES.get(class).copied().unwrap_or(Class::Other)
}

/// Returns whether a cluster ends and another begins at a position inside the text, which must not
/// be between the two halves of a flag.
pub(crate) fn is_boundary(text: &str, at: usize) -> bool {
    use Class as C;
    if text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        return false;
    }
    let mut before = text[..at].chars().rev().map(class);
    let (Some(left), Some(right)) = (before.next(), text[at..].chars().next().map(class)) else {
        return true;
    };
    match (left, right) {
        (C::Control, _) | (_, C::Control) => true,
        (C::L, C::L | C::V | C::Lv | C::Lvt) => false,
        (C::Lv | C::V, C::V | C::T) | (C::Lvt | C::T, C::T) => false,
        (_, C::Extend | C::ExtendOnly | C::Linker | C::SpacingMark | C::Joiner) => false,
        (C::Prepend, _) => false,
        (C::Joiner, C::Pictograph) => {
            let extends = |class: &C| matches!(class, C::Extend | C::ExtendOnly | C::Linker);
            before.find(|class| !extends(class)) != Some(C::Pictograph)
        }
        (_, C::Consonant) => {
            let mut linked = false;
            let mut class = left;
            while let C::Extend | C::Linker | C::Joiner = class {
                linked |= class == C::Linker;
                class = before.next().unwrap_or(C::Other);
            }
            !(linked && class == C::Consonant)
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use unicode_segmentation::GraphemeCursor;

    use super::super::compact::{GRAPHEMES, check, written};
    use super::*;

    fn by_crate(text: &str, at: usize) -> bool {
        GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap()
    }

    fn joins(before: &str, after: &str) -> bool {
        !by_crate(&format!("{before}{after}"), before.len())
    }

    /// Returns a character's class, determined by how the crate treats it among others.
    fn probed(c: char) -> Class {
        let own = c.to_string();
        match c {
            '\u{200D}' => return Class::Joiner,
            '\u{1F1E6}'..='\u{1F1FF}' | '가'..='힣' => return Class::Other,
            _ if !joins(&own, "\u{301}") => return Class::Control,
            _ => (),
        }
        if joins("a", &own) {
            return if !joins(&format!("👩{own}\u{200D}"), "👩") {
                Class::SpacingMark
            } else if joins(&format!("क{own}"), "क") {
                Class::Linker
            } else if joins(&format!("क\u{94D}{own}"), "क") {
                Class::Extend
            } else {
                Class::ExtendOnly
            };
        }
        let probes = [
            (joins(&own, "a"), Class::Prepend),
            (joins(&own, "\u{1100}"), Class::L),
            (joins("\u{1100}", &own), Class::V),
            (joins("\u{1161}", &own), Class::T),
            (joins("👩\u{200D}", &own), Class::Pictograph),
            (joins("क\u{94D}", &own), Class::Consonant),
        ];
        let found = probes.into_iter().find(|(joins, _)| *joins);
        found.map_or(Class::Other, |(_, class)| class)
    }

    /// Fails after a new version of Unicode.
    #[test]
    fn the_file_is_up_to_date() {
        let mut runs = vec![(0, 0)];
        for run in ('\0'..=char::MAX).map(|c| (u32::from(c), probed(c) as u32)) {
            if runs[runs.len() - 1].1 != run.1 {
                runs.push(run);
            }
        }
        check("graphemes.bin", GRAPHEMES, &written(&runs));
    }

    const ODD: &[&str] = &[
        "a",
        "\r",
        "\u{301}",
        "\u{200D}",
        "\u{200C}",
        "👩",
        "👍",
        "🏽",
        "❤",
        "\u{FE0F}",
        "क",
        "\u{94D}",
        "\u{93C}",
        "\u{93E}",
        "ক",
        "\u{9CD}",
        "ത",
        "\u{D4D}",
        "\u{600}",
        "\u{1100}",
        "\u{1161}",
        "\u{11A8}",
        "가",
        "각",
        "ช",
        "\u{E33}",
        "\u{AD}",
        "\u{200B}",
        "茶",
        "\u{3099}",
        "\u{1B44}",
        "\u{1B13}",
        "\u{E0001}",
        "\u{A953}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn boundaries_are_those_of_the_crate(
            parts in vec(prop_oneof![4 => select(ODD).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)], 2..8),
        ) {
            let text = parts.concat();
            for (at, _) in text.char_indices().skip(1) {
                prop_assert_eq!(is_boundary(&text, at), by_crate(&text, at), "{:?} at {}", text, at);
            }
        }
    }
}
