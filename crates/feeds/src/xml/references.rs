//! Resolves references: characters and the entities of HTML, never those that a document declares.

use quick_xml::escape::resolve_html5_entity;

/// The longest name of an entity, with its semicolon.
const MAX_NAME_BYTES: usize = 33;

/// Returns what `&name;` stands for. An unknown reference stays as it is.
pub(super) fn resolve(name: &str) -> String {
    let Some(figure) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map_or_else(|| format!("&{name};"), str::to_owned);
    };
    let code = match figure.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => figure.parse(),
    };
    let Ok(code) = code else {
        return format!("&{name};");
    };
    // As browsers do: `&#150;` is meant as a dash of Windows.
    if let (0x80..=0x9f, Ok(byte)) = (code, u8::try_from(code)) {
        return encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned();
    }
    char::from_u32(code).map_or_else(|| "\u{fffd}".to_owned(), String::from)
}

/// Resolves the references in the value of an attribute.
pub(super) fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let begin = after.get(..after.floor_char_boundary(MAX_NAME_BYTES));
        let name = begin.and_then(|begin| begin.split_once(';')).map(|(name, _)| name);
        let is_name = |name: &&str| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#')
        };
        match name.filter(is_name) {
            Some(name) => {
                out.push_str(&resolve(name));
                rest = after.get(name.len() + 1..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{resolve, unescape};

    #[test]
    fn characters_and_the_entities_of_html_are_resolved() {
        let cases = [
            ("amp", "&"),
            ("nbsp", "\u{a0}"),
            ("#233", "é"),
            ("#xE9", "é"),
            ("#150", "–"),
            ("#0", "\0"),
            ("#xD800", "\u{fffd}"),
            ("#99999999999", "&#99999999999;"),
            ("mine", "&mine;"),
            ("", "&;"),
        ];
        for (name, wanted) in cases {
            assert_eq!(resolve(name), wanted, "{name}");
        }
    }

    #[test]
    fn an_ampersand_in_an_attribute_may_be_bare() {
        assert_eq!(unescape("?a=1&b=2&amp;c=3&&;"), "?a=1&b=2&c=3&&;");
        assert_eq!(unescape("&lt;é&#x21;&ééééééééééééééééééé;"), "<é!&ééééééééééééééééééé;");
    }
}
