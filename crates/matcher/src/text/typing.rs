//! Characters that keyboards and editors put in the place of others.

/// Replaces a character with the plain one that people type for it: typographic quotes,
/// apostrophes, accents used as apostrophes, hyphens and dashes, slashes and tildes, and letters of Arabic that its
/// keyboards have in different forms.
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
        // Alef wasla; the kaf, yeh and heh of Arabic, Persian and Urdu keyboards.
        '\u{671}' => '\u{627}',
        '\u{643}' => '\u{6A9}',
        '\u{649}' | '\u{64A}' => '\u{6CC}',
        '\u{6C1}' => '\u{647}',
        _ => c,
    }
}

/// Returns whether a character is an apostrophe, or typed as one.
pub(super) fn is_apostrophe(c: char) -> bool {
    plain(c) == '\''
}
