//! Characters that keyboards and editors put in the place of others.

/// Replaces a character with the plain one that people type for it: typographic quotes,
/// apostrophes, accents used as apostrophes, hyphens and dashes, slashes and tildes, dots between words, the cedilla
/// that older fonts of Romanian have for a comma, letters of Arabic that its keyboards have in different forms, and
/// the digits of Arabic, Persian, Hindi and Bengali keyboards.
pub(crate) fn plain(c: char) -> char {
    match c {
        '`' | '\u{B4}' | '\u{2B9}' | '\u{2BB}'..='\u{2BD}' | '\u{2C8}' | '\u{2CA}' | '\u{2CB}' => {
            '\''
        }
        // Greek, Armenian, Hebrew, N'Ko and the saltillo of Mexican languages.
        '\u{384}' | '\u{1FBD}' | '\u{1FBF}' | '\u{1FFE}' | '\u{55A}' | '\u{5F3}' => '\'',
        '\u{7F4}' | '\u{7F5}' | '\u{A78B}' | '\u{A78C}' => '\'',
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{2035}' | '\u{2039}' | '\u{203A}' => '\'',
        '\u{275B}' | '\u{275C}' => '\'',
        '\u{AB}' | '\u{BB}' | '\u{2BA}' | '\u{5F4}' | '\u{201C}'..='\u{201F}' => '"',
        '\u{2033}' | '\u{2036}' | '\u{275D}' | '\u{275E}' | '\u{276E}' | '\u{276F}' => '"',
        '\u{2E42}' | '\u{300C}'..='\u{300F}' | '\u{301D}'..='\u{301F}' => '"',
        '\u{1F676}'..='\u{1F678}' => '"',
        '\u{58A}' | '\u{5BE}' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' => '-',
        '\u{2E3A}' | '\u{2E3B}' => '-',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2DC}' | '\u{223C}' | '\u{301C}' => '~',
        '\u{2236}' => ':',
        '\u{2022}' | '\u{2027}' | '\u{2219}' | '\u{22C5}' | '\u{30FB}' => '\u{B7}',
        '\u{30A0}' => '=',
        '\u{326}' => '\u{327}',
        // Alef wasla; the kaf, yeh and heh of Arabic, Persian and Urdu keyboards.
        '\u{671}' => '\u{627}',
        '\u{643}' => '\u{6A9}',
        '\u{649}' | '\u{64A}' => '\u{6CC}',
        '\u{6C1}' => '\u{647}',
        '\u{66A}' => '%',
        '\u{660}'..='\u{669}' => digit(c, '\u{660}'),
        '\u{6F0}'..='\u{6F9}' => digit(c, '\u{6F0}'),
        '\u{966}'..='\u{96F}' => digit(c, '\u{966}'),
        '\u{9E6}'..='\u{9EF}' => digit(c, '\u{9E6}'),
        _ => c,
    }
}

/// Returns the ASCII form of a digit of a script whose zero is `zero`.
fn digit(c: char, zero: char) -> char {
    char::from(b'0' + (u32::from(c) - u32::from(zero)) as u8)
}

/// Returns the letters that people type for a ligature which their keyboard lacks.
pub(super) fn letters(c: char) -> Option<[char; 2]> {
    match c {
        'œ' => Some(['o', 'e']),
        'Œ' => Some(['O', 'E']),
        _ => None,
    }
}

/// Returns whether a character is an apostrophe, or typed as one.
pub(super) fn is_apostrophe(c: char) -> bool {
    plain(c) == '\''
}
