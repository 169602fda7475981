//! Decodes a document into characters.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes in which declarations are searched for.
const SNIFFED: usize = 1_024;

/// Returns the text of an XML or JSON document. Its encoding is determined, in this order (RFC 7303,
/// section 3), by a byte order mark, the charset of the `Content-Type`, or the XML declaration, and
/// defaults to UTF-8. A charset that does not fit the bytes gives way to a declaration that does:
/// servers send the same charset with every file. What cannot be decoded becomes U+FFFD.
pub(crate) fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    with_declared(body, content_type, declared_in_xml)
}

/// Returns the text of a web page, which declares its encoding in a `meta` element.
pub(crate) fn decode_html<'a>(body: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    with_declared(body, content_type, declared_in_html)
}

fn with_declared<'a>(
    body: &'a [u8],
    content_type: Option<&str>,
    declared: fn(&[u8]) -> Option<&'static Encoding>,
) -> Cow<'a, str> {
    // Checked before UTF-16, whose little-endian mark is the beginning of UTF-32's.
    if let Some((rest, four)) = utf_32(body) {
        return Cow::Owned(decode_utf_32(rest, four));
    }
    if let Some((encoding, mark)) = Encoding::for_bom(body) {
        let rest = body.get(mark..).unwrap_or_default();
        return encoding.decode_without_bom_handling(rest).0;
    }
    if let Some(encoding) = by_zeros(body) {
        return encoding.decode_without_bom_handling(body).0;
    }
    let declared = declared(body.get(..SNIFFED.min(body.len())).unwrap_or_default())
        // A declaration of UTF-16 that is readable as ASCII is wrong.
        .map(|e| if e == UTF_16BE || e == UTF_16LE { UTF_8 } else { e });
    let charset = content_type.and_then(charset).filter(|e| *e != UTF_16BE && *e != UTF_16LE);
    let candidates = [charset, declared, Some(UTF_8)];
    let mut candidates = candidates.into_iter().flatten();
    let first = candidates.clone().next().unwrap_or(UTF_8);
    candidates
        .find_map(|e| e.decode_without_bom_handling_and_without_replacement(body))
        .unwrap_or_else(|| first.decode_without_bom_handling(body).0)
}

/// Returns the encoding that a `Content-Type` names.
fn charset(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| Encoding::for_label(value.as_bytes()))?
    })
}

/// Returns the encoding that `<?xml … encoding="…"?>` names.
fn declared_in_xml(head: &[u8]) -> Option<&'static Encoding> {
    let begin = find(head, b"<?xml")?;
    let declaration = head.get(begin..)?;
    let declaration = declaration.get(..find(declaration, b"?>")?)?;
    label_after(declaration, b"encoding")
}

/// Returns the encoding that `<meta charset=…>` or its older form names.
fn declared_in_html(head: &[u8]) -> Option<&'static Encoding> {
    label_after(head, b"charset").or_else(|| declared_in_xml(head))
}

fn label_after(text: &[u8], name: &[u8]) -> Option<&'static Encoding> {
    let rest = text.get(find(text, name)? + name.len()..)?.trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"\"").or(rest.strip_prefix(b"'")).unwrap_or(rest);
    let is_label = |b: &u8| b.is_ascii_alphanumeric() || b"-_.:+()".contains(b);
    let end = rest.iter().position(|b| !is_label(b)).unwrap_or(rest.len());
    Encoding::for_label(rest.get(..end)?)
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    let is_part = |window: &[u8]| window.eq_ignore_ascii_case(part);
    text.windows(part.len()).position(is_part)
}

/// Returns UTF-16 if a document without a mark begins with `<` or `{` and an ASCII character in it.
fn by_zeros(body: &[u8]) -> Option<&'static Encoding> {
    match body.get(..4)? {
        [0, b'<' | b'{', 0, _] => Some(UTF_16BE),
        [b'<' | b'{', 0, _, 0] => Some(UTF_16LE),
        _ => None,
    }
}

type Four = fn([u8; 4]) -> u32;

/// Detects UTF-32, which encoding_rs omits as browsers do, by its mark or by a `<` in four bytes.
fn utf_32(body: &[u8]) -> Option<(&[u8], Four)> {
    match body.get(..4)? {
        [0, 0, 0xfe, 0xff] => Some((&body[4..], u32::from_be_bytes)),
        [0xff, 0xfe, 0, 0] => Some((&body[4..], u32::from_le_bytes)),
        [0, 0, 0, b'<'] => Some((body, u32::from_be_bytes)),
        [b'<', 0, 0, 0] => Some((body, u32::from_le_bytes)),
        _ => None,
    }
}

fn decode_utf_32(body: &[u8], four: Four) -> String {
    let (units, _) = body.as_chunks::<4>();
    let units = units.iter().map(|unit| char::from_u32(four(*unit)));
    units.map(|c| c.unwrap_or('\u{fffd}')).collect()
}

#[cfg(test)]
mod tests {
    use super::{decode, decode_html};

    #[test]
    fn a_mark_counts_before_a_charset_and_a_charset_before_a_declaration() {
        let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>";
        assert!(decode(latin, None).ends_with("<a>é</a>"));
        assert!(decode(latin, Some("text/xml; charset=\"windows-1251\"")).ends_with("<a>й</a>"));
        let marked = b"\xef\xbb\xbf<?xml encoding='iso-8859-1'?>\xc3\xa9";
        assert!(decode(marked, Some("text/xml;charset=koi8-r")).ends_with("?>é"));
        assert_eq!(decode("é".as_bytes(), None), "é");
        assert_eq!(decode(b"a\xe9b", None), "a\u{fffd}b");
    }

    #[test]
    fn a_charset_that_does_not_fit_gives_way_to_a_declaration_that_does() {
        let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>";
        assert!(decode(latin, Some("text/xml; charset=utf-8")).ends_with("<a>é</a>"));
        let utf_8 = "<?xml version='1.0' encoding='utf-16'?><a>é</a>".as_bytes();
        assert!(decode(utf_8, None).ends_with("<a>é</a>"));
        assert!(decode(utf_8, Some("a/b; charset=nonsense")).ends_with("<a>é</a>"));
    }

    #[test]
    fn two_and_four_bytes_a_character_are_known_with_and_without_a_mark() {
        let text = "<a>é😀</a>";
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            let two = marked.encode_utf16();
            let big: Vec<u8> = two.clone().flat_map(u16::to_be_bytes).collect();
            let little: Vec<u8> = two.flat_map(u16::to_le_bytes).collect();
            let four = marked.chars().map(|c| c as u32);
            let big_4: Vec<u8> = four.clone().flat_map(u32::to_be_bytes).collect();
            let little_4: Vec<u8> = four.flat_map(u32::to_le_bytes).collect();
            for bytes in [big, little, big_4, little_4] {
                assert_eq!(decode(&bytes, None), text, "{mark:?} {bytes:?}");
            }
        }
    }

    #[test]
    fn a_web_page_declares_its_encoding_in_a_meta_element() {
        for page in [
            &b"<meta charset=iso-8859-15>\xa4"[..],
            b"<META http-equiv=x content='text/html; Charset=iso-8859-15'>\xa4",
        ] {
            assert!(decode_html(page, None).ends_with('€'));
        }
    }
}
