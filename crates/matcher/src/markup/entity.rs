//! HTML entities, which are characters in Markdown, too.

/// Returns the character of the entity at the beginning of the text, and the entity's length.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let inside = &text[1..];
    let bytes = inside.bytes().take(MAX_NAME_BYTES + 1);
    let end = bytes.take_while(|b| b.is_ascii_alphanumeric() || *b == b'#');
    let (name, rest) = inside.split_at(end.count());
    if !rest.starts_with(';') {
        return None;
    }
    let shown = match name.strip_prefix('#') {
        Some(number) => numbered(number),
        None => named(name),
    };
    Some((shown?, 1 + name.len() + 1))
}

/// The length of `#x10FFFF`, which no name below exceeds.
const MAX_NAME_BYTES: usize = 8;

fn numbered(number: &str) -> Option<char> {
    let hex = number.strip_prefix(['x', 'X']);
    let code = u32::from_str_radix(hex.unwrap_or(number), if hex.is_some() { 16 } else { 10 });
    // Nobody writes other control characters as entities.
    char::from_u32(code.ok()?).filter(|c| !c.is_control() || c.is_whitespace())
}

fn named(name: &str) -> Option<char> {
    let nth = NAMES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(NAMES[nth].1)
}

/// The entities of Latin letters and of what else people and their editors write, out of the two
/// thousand of HTML: all of them would be a large part of the browser's download. Sorted.
const NAMES: [(&str, char); 144] = [
    ("AElig", '\u{C6}'),
    ("Aacute", '\u{C1}'),
    ("Acirc", '\u{C2}'),
    ("Agrave", '\u{C0}'),
    ("Aring", '\u{C5}'),
    ("Atilde", '\u{C3}'),
    ("Auml", '\u{C4}'),
    ("Ccedil", '\u{C7}'),
    ("Dagger", '\u{2021}'),
    ("ETH", '\u{D0}'),
    ("Eacute", '\u{C9}'),
    ("Ecirc", '\u{CA}'),
    ("Egrave", '\u{C8}'),
    ("Euml", '\u{CB}'),
    ("Iacute", '\u{CD}'),
    ("Icirc", '\u{CE}'),
    ("Igrave", '\u{CC}'),
    ("Iuml", '\u{CF}'),
    ("Ntilde", '\u{D1}'),
    ("OElig", '\u{152}'),
    ("Oacute", '\u{D3}'),
    ("Ocirc", '\u{D4}'),
    ("Ograve", '\u{D2}'),
    ("Oslash", '\u{D8}'),
    ("Otilde", '\u{D5}'),
    ("Ouml", '\u{D6}'),
    ("Prime", '\u{2033}'),
    ("Scaron", '\u{160}'),
    ("THORN", '\u{DE}'),
    ("Uacute", '\u{DA}'),
    ("Ucirc", '\u{DB}'),
    ("Ugrave", '\u{D9}'),
    ("Uuml", '\u{DC}'),
    ("Yacute", '\u{DD}'),
    ("Yuml", '\u{178}'),
    ("aacute", '\u{E1}'),
    ("acirc", '\u{E2}'),
    ("acute", '\u{B4}'),
    ("aelig", '\u{E6}'),
    ("agrave", '\u{E0}'),
    ("amp", '&'),
    ("apos", '\''),
    ("aring", '\u{E5}'),
    ("asymp", '\u{2248}'),
    ("atilde", '\u{E3}'),
    ("auml", '\u{E4}'),
    ("bdquo", '\u{201E}'),
    ("brvbar", '\u{A6}'),
    ("bull", '\u{2022}'),
    ("ccedil", '\u{E7}'),
    ("cedil", '\u{B8}'),
    ("cent", '\u{A2}'),
    ("copy", '\u{A9}'),
    ("curren", '\u{A4}'),
    ("dagger", '\u{2020}'),
    ("darr", '\u{2193}'),
    ("deg", '\u{B0}'),
    ("divide", '\u{F7}'),
    ("eacute", '\u{E9}'),
    ("ecirc", '\u{EA}'),
    ("egrave", '\u{E8}'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("eth", '\u{F0}'),
    ("euml", '\u{EB}'),
    ("euro", '\u{20AC}'),
    ("frac12", '\u{BD}'),
    ("frac14", '\u{BC}'),
    ("frac34", '\u{BE}'),
    ("ge", '\u{2265}'),
    ("gt", '>'),
    ("harr", '\u{2194}'),
    ("hearts", '\u{2665}'),
    ("hellip", '\u{2026}'),
    ("iacute", '\u{ED}'),
    ("icirc", '\u{EE}'),
    ("iexcl", '\u{A1}'),
    ("igrave", '\u{EC}'),
    ("infin", '\u{221E}'),
    ("iquest", '\u{BF}'),
    ("iuml", '\u{EF}'),
    ("laquo", '\u{AB}'),
    ("larr", '\u{2190}'),
    ("ldquo", '\u{201C}'),
    ("le", '\u{2264}'),
    ("lrm", '\u{200E}'),
    ("lsaquo", '\u{2039}'),
    ("lsquo", '\u{2018}'),
    ("lt", '<'),
    ("macr", '\u{AF}'),
    ("mdash", '\u{2014}'),
    ("micro", '\u{B5}'),
    ("middot", '\u{B7}'),
    ("minus", '\u{2212}'),
    ("nbsp", '\u{A0}'),
    ("ndash", '\u{2013}'),
    ("ne", '\u{2260}'),
    ("not", '\u{AC}'),
    ("ntilde", '\u{F1}'),
    ("oacute", '\u{F3}'),
    ("ocirc", '\u{F4}'),
    ("oelig", '\u{153}'),
    ("ograve", '\u{F2}'),
    ("ordf", '\u{AA}'),
    ("ordm", '\u{BA}'),
    ("oslash", '\u{F8}'),
    ("otilde", '\u{F5}'),
    ("ouml", '\u{F6}'),
    ("para", '\u{B6}'),
    ("permil", '\u{2030}'),
    ("plusmn", '\u{B1}'),
    ("pound", '\u{A3}'),
    ("prime", '\u{2032}'),
    ("quot", '"'),
    ("raquo", '\u{BB}'),
    ("rarr", '\u{2192}'),
    ("rdquo", '\u{201D}'),
    ("reg", '\u{AE}'),
    ("rlm", '\u{200F}'),
    ("rsaquo", '\u{203A}'),
    ("rsquo", '\u{2019}'),
    ("sbquo", '\u{201A}'),
    ("scaron", '\u{161}'),
    ("sect", '\u{A7}'),
    ("shy", '\u{AD}'),
    ("sup1", '\u{B9}'),
    ("sup2", '\u{B2}'),
    ("sup3", '\u{B3}'),
    ("szlig", '\u{DF}'),
    ("thinsp", '\u{2009}'),
    ("thorn", '\u{FE}'),
    ("times", '\u{D7}'),
    ("trade", '\u{2122}'),
    ("uacute", '\u{FA}'),
    ("uarr", '\u{2191}'),
    ("ucirc", '\u{FB}'),
    ("ugrave", '\u{F9}'),
    ("uml", '\u{A8}'),
    ("uuml", '\u{FC}'),
    ("yacute", '\u{FD}'),
    ("yen", '\u{A5}'),
    ("yuml", '\u{FF}'),
    ("zwj", '\u{200D}'),
    ("zwnj", '\u{200C}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted_by_key(|(name, _)| name));
    }

    #[test]
    fn an_entity_is_a_character() {
        for (text, shown) in [
            ("&amp;", Some(('&', 5))),
            ("&eacute;t&eacute;", Some(('é', 8))),
            ("&#8217;t", Some(('’', 7))),
            ("&#x1F375;", Some(('🍵', 9))),
            ("&#10;", Some(('\n', 5))),
            ("&thetasym;", None),
            ("&amp", None),
            ("&amp ;", None),
            ("&;", None),
            ("&#;", None),
            ("&#x;", None),
            ("&#0;", None),
            ("&#xD800;", None),
            ("&#x110000;", None),
            ("&#99999999999999999999;", None),
            ("& b", None),
            ("&", None),
        ] {
            assert_eq!(entity(text), shown, "{text}");
        }
    }
}
