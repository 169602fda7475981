//! Marks that are drawn on letters, and those of them that readers leave out.

use crate::unicode::canonical_combining_class;

/// Returns whether a character is an accent or the like, drawn on the one before it.
pub(crate) fn is_mark(c: char) -> bool {
    c >= '\u{300}' && (canonical_combining_class(c) != 0 || is_enclosing(c) || is_optional_mark(c))
}

/// Returns whether a character is drawn around the one before it, as on a keycap.
fn is_enclosing(c: char) -> bool {
    matches!(c, '\u{20DD}'..='\u{20E0}' | '\u{20E2}'..='\u{20E4}')
}

/// Returns whether a character is a mark without which people who read the script usually write:
/// vowels and signs for reciting in scripts of consonants, the Arabic tatweel, which lengthens a
/// word, and the Armenian signs for intonation.
///
/// The vowels of Thaana are always written. The hamza and madda of Arabic are left out on alef only.
pub(crate) fn is_optional_mark(c: char) -> bool {
    match c {
        ..'\u{55B}' => false,
        // Armenian.
        '\u{55B}' | '\u{55C}' | '\u{55E}' => true,
        // Hebrew: points and accents.
        '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' => true,
        '\u{5C4}' | '\u{5C5}' | '\u{5C7}' | '\u{FB1E}' => true,
        // Arabic: vowels, tatweel and the signs of the Quran.
        '\u{610}'..='\u{61A}' | '\u{640}' | '\u{64B}'..='\u{652}' | '\u{656}'..='\u{65F}' => true,
        '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E8}' | '\u{6EA}'..='\u{6ED}' => true,
        '\u{898}'..='\u{89F}' | '\u{8CA}'..='\u{8E1}' | '\u{8E3}'..='\u{8FF}' => true,
        '\u{10EFA}'..='\u{10EFF}' => true,
        // The same as separate characters.
        '\u{FC5E}'..='\u{FC63}' | '\u{FCF2}'..='\u{FCF4}' => true,
        '\u{FE70}'..='\u{FE72}' | '\u{FE74}' | '\u{FE76}'..='\u{FE7F}' => true,
        // Syriac, Samaritan, Mandaic, Ethiopic.
        '\u{711}' | '\u{730}'..='\u{74A}' => true,
        '\u{816}'..='\u{819}' | '\u{81B}'..='\u{823}' | '\u{825}'..='\u{827}' => true,
        '\u{829}'..='\u{82D}' | '\u{859}'..='\u{85B}' | '\u{135D}'..='\u{135F}' => true,
        // The tones of the Vedas.
        '\u{951}' | '\u{952}' | '\u{1CD0}'..='\u{1CD2}' | '\u{1CD4}'..='\u{1CE0}' => true,
        '\u{1CE2}'..='\u{1CE8}' | '\u{1CED}' | '\u{1CF4}' | '\u{1CF8}' | '\u{1CF9}' => true,
        '\u{A8E0}'..='\u{A8F1}' => true,
        _ => false,
    }
}

/// Returns whether people leave a mark out on this letter: the stress of a Cyrillic vowel, the dots of Russian ё, the
/// hamza or madda of an Arabic alef, and the accents and breathings of Greek, which capitals do not have.
pub(super) fn is_left_out(letter: char, mark: char) -> bool {
    match mark {
        '\u{300}' | '\u{301}' | '\u{313}' | '\u{314}' | '\u{342}' if is_greek_vowel(letter) => true,
        '\u{300}' | '\u{301}' => {
            matches!(letter, 'а' | 'е' | 'и' | 'о' | 'у' | 'ы' | 'э' | 'ю' | 'я' | 'і' | 'є' | 'ѣ')
                || matches!(
                    letter,
                    'А' | 'Е' | 'И' | 'О' | 'У' | 'Ы' | 'Э' | 'Ю' | 'Я' | 'І' | 'Є' | 'Ѣ'
                )
        }
        '\u{308}' => matches!(letter, 'е' | 'Е'),
        '\u{653}'..='\u{655}' => letter == '\u{627}',
        _ => false,
    }
}

/// Returns whether a letter of Greek may have accents and breathings: a vowel, or the rho.
fn is_greek_vowel(letter: char) -> bool {
    matches!(letter, 'α' | 'ε' | 'η' | 'ι' | 'ο' | 'υ' | 'ω' | 'ρ')
        || matches!(letter, 'Α' | 'Ε' | 'Η' | 'Ι' | 'Ο' | 'Υ' | 'Ω' | 'Ρ')
}
