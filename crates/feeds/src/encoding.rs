//! Decodes a document into characters.

use std::borrow::Cow;

use encoding_rs::{
    EUC_JP, EUC_KR, Encoding, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};

/// The number of bytes in which declarations are searched for.
const SNIFFED: usize = 1_024;

/// The number of characters beyond ASCII for each that does not decode, from which on a text is in an
/// encoding that it does not wholly fit.
const FITTING: usize = 20;

/// Returns the text of an XML or JSON document, and whether it fits its encoding. That is, in this order: the
/// one of a byte order mark; UTF-16 or UTF-32 if its zeros are there; UTF-8 if the bytes are valid, since
/// hardly any text in another encoding is; the charset of the `Content-Type` and the XML declaration, but
/// Latin-1 after another, since servers send it with every file and every text fits it; windows-1252. Bytes
/// in UTF-8 that are not valid are read as windows-1252, since they were pasted from there; what was cut and
/// what else cannot be decoded becomes U+FFFD.
pub(crate) fn decode<'a>(body: &'a [u8], content_type: Option<&str>) -> (Cow<'a, str>, bool) {
    with_declared(body, content_type, declared_in_xml)
}

/// Returns the text of a web page, which declares its encoding in a `meta` element.
pub(crate) fn decode_html<'a>(body: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    with_declared(body, content_type, declared_in_html).0
}

fn with_declared<'a>(
    body: &'a [u8],
    content_type: Option<&str>,
    declared: fn(&[u8]) -> Option<&'static Encoding>,
) -> (Cow<'a, str>, bool) {
    // Checked before UTF-16, whose little-endian mark is the beginning of UTF-32's.
    if let Some((rest, four)) = utf_32(body) {
        return (Cow::Owned(decode_utf_32(rest, four)), true);
    }
    let (marked, body) = match Encoding::for_bom(body) {
        Some((encoding, mark)) => (Some(encoding), body.get(mark..).unwrap_or_default()),
        None => (by_zeros(body), body),
    };
    if let Some(wide) = marked.filter(|encoding| *encoding != UTF_8) {
        let (text, is_lossy) = wide.decode_without_bom_handling(body);
        return (text, !is_lossy);
    }
    let declared = declared(body.get(..SNIFFED.min(body.len())).unwrap_or_default());
    let mut candidates = [content_type.and_then(charset), declared];
    if candidates[0] == Some(WINDOWS_1252) {
        candidates.reverse();
    }
    let candidates = candidates.into_iter().flatten();
    // A declaration of UTF-16 that is readable as ASCII is wrong.
    let others =
        candidates.filter(|e| marked.is_none() && ![UTF_8, UTF_16BE, UTF_16LE].contains(e));
    // Its text looks like ASCII.
    let is_escaped = |e: &&'static Encoding| *e == ISO_2022_JP && body.contains(&0x1b);
    let escaped = others.clone().find(is_escaped);
    if let Some(text) =
        escaped.and_then(|e| e.decode_without_bom_handling_and_without_replacement(body))
    {
        return (text, true);
    }
    if let Ok(text) = str::from_utf8(body) {
        return (Cow::Borrowed(text), true);
    }
    if let Ok(text) = String::from_utf8(with_whole_characters(body)) {
        return (Cow::Owned(text), false);
    }
    if marked.is_some() || is_mostly_utf_8(body) {
        return (Cow::Owned(decode_utf_8(body)), false);
    }
    let strict = |e: &'static Encoding| e.decode_without_bom_handling_and_without_replacement(body);
    if let Some(text) = others.clone().find_map(strict) {
        return (text, true);
    }
    let fits = |text: &Cow<'_, str>| {
        let lost = text.matches('\u{fffd}').count();
        let good = text.chars().filter(|c| !c.is_ascii() && *c != '\u{fffd}').count();
        good > FITTING * lost
    };
    let text = others.map(|e| e.decode_without_bom_handling(body).0).find(fits);
    (text.unwrap_or_else(|| Cow::Owned(decode_utf_8(body))), false)
}

/// Returns UTF-8 in which the two halves of a character are not encoded each (CESU-8, as Java and older databases
/// write it). A half without the other becomes U+FFFD.
fn with_whole_characters(body: &[u8]) -> Vec<u8> {
    let half = |bytes: &[u8]| match bytes {
        [0xed, b @ 0xa0..=0xbf, c @ 0x80..=0xbf, ..] => {
            Some(0xd000 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f))
        }
        _ => None,
    };
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((first, behind)) = rest.split_first() {
        let Some(unit) = half(rest) else {
            out.push(*first);
            rest = behind;
            continue;
        };
        let after = rest.get(3..).unwrap_or_default();
        let pair = half(after).map(|other| char::decode_utf16([unit, other]).next());
        let whole = pair.and_then(|pair| pair?.ok());
        out.extend_from_slice(whole.unwrap_or('\u{fffd}').encode_utf8(&mut [0; 4]).as_bytes());
        rest = if whole.is_some() { after.get(3..).unwrap_or_default() } else { after };
    }
    out
}

/// Returns whether a text is in UTF-8 except for a few places.
fn is_mostly_utf_8(body: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in body.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > FITTING * bad
}

/// Decodes UTF-8 with bytes of windows-1252 in it, or windows-1252 alone.
fn decode_utf_8(body: &[u8]) -> String {
    let is_utf_8 = body.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let mut out = String::with_capacity(body.len());
    for chunk in body.utf8_chunks() {
        out.push_str(chunk.valid());
        match chunk.invalid() {
            // The beginning of a character.
            [_, _, ..] if is_utf_8 => out.push('\u{fffd}'),
            bytes => out.push_str(&WINDOWS_1252.decode_without_bom_handling(bytes).0),
        }
    }
    out
}

/// Returns the encoding that a `Content-Type` names.
fn charset(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| by_label(value))?
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
    by_label(str::from_utf8(rest.get(..end)?).ok()?)
}

/// Returns the encoding of a name: one that browsers know, or another that is written for it.
fn by_label(label: &str) -> Option<&'static Encoding> {
    let known = |label: &str| Encoding::for_label(label.as_bytes()).filter(|e| *e != REPLACEMENT);
    let bare = || label.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    known(label).or_else(|| {
        let bare = bare().to_ascii_lowercase();
        let prefixes =
            [("eucjp", EUC_JP), ("euckr", EUC_KR), ("sjis", SHIFT_JIS), ("shiftjis", SHIFT_JIS)];
        let by_prefix = prefixes.iter().find(|(prefix, _)| bare.starts_with(prefix));
        if let Some((_, encoding)) = by_prefix {
            return Some(*encoding);
        }
        let (name, figures) = bare.split_at(bare.find(|c: char| c.is_ascii_digit())?);
        match (name, figures) {
            ("utf", _) if figures.starts_with('8') => Some(UTF_8),
            ("cp" | "ibm" | "codepage", "65001") => Some(UTF_8),
            ("cp" | "win" | "windows" | "ansi" | "ms" | "codepage", _) => match figures {
                "932" => known("shift_jis"),
                "936" => known("gbk"),
                "949" => known("euc-kr"),
                "950" => known("big5"),
                _ => known(&format!("windows-{figures}")),
            },
            ("iso", _) => known(&format!("iso-8859-{}", figures.strip_prefix("8859")?)),
            ("koi", "8r" | "8u") => known(&bare.replace('8', "8-")),
            ("latin" | "big" | "gb", _) => known(&format!("{name}{figures}")),
            _ => None,
        }
    })
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    let is_part = |window: &[u8]| window.eq_ignore_ascii_case(part);
    text.windows(part.len()).position(is_part)
}

/// Returns UTF-16 for a document without a mark: its first byte, or about every second one of its beginning,
/// which is markup in ASCII, has a zero beside it.
fn by_zeros(body: &[u8]) -> Option<&'static Encoding> {
    match body.get(..2)? {
        [0, b'<' | b'{'] => return Some(UTF_16BE),
        [b'<' | b'{', 0] => return Some(UTF_16LE),
        _ => {}
    }
    let (pairs, _) = body.get(..SNIFFED.min(body.len()))?.as_chunks::<2>();
    let zeros = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count();
    match (zeros(0), zeros(1)) {
        (big, little) if 2 * big > pairs.len() && 4 * little < big => Some(UTF_16BE),
        (big, little) if 2 * little > pairs.len() && 4 * big < little => Some(UTF_16LE),
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
    use super::{by_label, decode, decode_html};

    fn text(body: &[u8], content_type: Option<&str>) -> String {
        decode(body, content_type).0.into_owned()
    }

    #[test]
    fn a_mark_counts_before_a_charset_and_a_charset_before_a_declaration() {
        let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>";
        assert!(text(latin, None).ends_with("<a>é</a>"));
        assert!(text(latin, Some("text/xml; charset=\"windows-1251\"")).ends_with("<a>й</a>"));
        let marked = b"\xef\xbb\xbf<?xml encoding='iso-8859-1'?>\xc3\xa9";
        assert!(text(marked, Some("text/xml;charset=koi8-r")).ends_with("?>é"));
        assert_eq!(text("é".as_bytes(), None), "é");
    }

    #[test]
    fn a_charset_that_does_not_fit_gives_way_to_a_declaration_that_does() {
        let latin = b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>";
        assert!(text(latin, Some("text/xml; charset=utf-8")).ends_with("<a>é</a>"));
        let utf_8 = "<?xml version='1.0' encoding='utf-16'?><a>é</a>".as_bytes();
        assert!(text(utf_8, None).ends_with("<a>é</a>"));
        assert!(text(utf_8, Some("a/b; charset=nonsense")).ends_with("<a>é</a>"));
    }

    #[test]
    fn latin_1_gives_way_to_another_encoding() {
        let russian = b"<?xml version='1.0' encoding='windows-1251'?><a>\xef\xf0\xe8</a>";
        for header in ["text/xml; charset=ISO-8859-1", "text/xml;charset=us-ascii"] {
            assert!(text(russian, Some(header)).ends_with("<a>при</a>"), "{header}");
        }
        let korean = encoding_rs::EUC_KR.encode("<?xml encoding='euc-kr'?><a>한국어</a>").0;
        assert!(text(&korean, Some("text/xml; charset=latin1")).ends_with("<a>한국어</a>"));
        // What does not fit is wrong.
        let latin = b"<?xml version='1.0' encoding='euc-kr'?><a>caf\xe9</a>";
        assert!(text(latin, Some("text/xml; charset=iso-8859-1")).ends_with("<a>café</a>"));
    }

    #[test]
    fn valid_utf_8_counts_before_declarations_and_windows_1252_after_them() {
        let declared = |name: &str| format!("<?xml version='1.0' encoding='{name}'?>");
        for name in ["iso-8859-1", "windows-1251", "Shift_JIS", "gb2312", "utf-16", "nonsense", ""]
        {
            let body = declared(name) + "Grüße";
            let header = format!("text/xml; charset={name}");
            for header in [None, Some(header.as_str())] {
                assert!(text(body.as_bytes(), header).ends_with("Grüße"), "{name}");
            }
        }
        for name in ["utf-8", "us-ascii", "nonsense", "utf-16", ""] {
            let body = [declared(name).as_bytes(), b"Caf\xe9 \x93x\x94"].concat();
            assert!(text(&body, None).ends_with("Café “x”"), "{name}");
        }
        // Both in one text, and a character that was cut.
        let mixed = "é".repeat(30);
        let mixed = [mixed.as_bytes(), b" \x93x\x94 \xe2\x80 y"].concat();
        assert!(text(&mixed, None).ends_with("é “x” \u{fffd} y"));
        let cut = [declared("iso-8859-1").as_bytes(), "é".repeat(30).as_bytes(), b"\xc3"].concat();
        assert!(text(&cut, None).contains("éé"));
        // A text in another encoding with a byte that it does not have.
        let sjis = encoding_rs::SHIFT_JIS.encode("日本語のニュースをお知らせします").0;
        let sjis = [declared("Shift_JIS").as_bytes(), &sjis, b"\x80"].concat();
        assert!(text(&sjis, None).contains("日本語のニュース"));
        let (iso, ..) = encoding_rs::ISO_2022_JP.encode("日本語");
        assert_eq!(text(&iso, Some("text/xml; charset=iso-2022-jp")), "日本語");
    }

    #[test]
    fn halves_of_characters_that_are_encoded_each_are_joined() {
        for (bytes, wanted) in [
            (&b"<a>\xed\xa0\xbd\xed\xb8\x80</a>"[..], "<a>😀</a>"),
            (b"<a>\xed\xa0\xbd x \xc3\xa9</a>", "<a>\u{fffd} x é</a>"),
            (b"<a>\xed\xb8\x80\xed\xa0\xbd\xed\xb8\x80", "<a>\u{fffd}😀"),
        ] {
            assert_eq!(decode(bytes, None), (wanted.into(), false));
        }
        let russian = b"<?xml version='1.0' encoding='windows-1251'?>\xed\xa0\xbd\xef\xf0\xe8";
        assert!(text(russian, None).ends_with("при"));
    }

    #[test]
    fn encodings_have_many_names() {
        for (label, wanted) in [
            ("UTF8", "UTF-8"),
            ("utf8mb4", "UTF-8"),
            ("utf-8-sig", "UTF-8"),
            ("cp1251", "windows-1251"),
            ("win-1251", "windows-1251"),
            ("Windows_1250", "windows-1250"),
            ("ISO8859_2", "ISO-8859-2"),
            ("ISO 8859-15", "ISO-8859-15"),
            ("Latin-2", "ISO-8859-2"),
            ("KOI8R", "KOI8-R"),
            ("cp932", "Shift_JIS"),
            ("CP936", "GBK"),
            ("GB-2312", "GBK"),
            ("eucJP-win", "EUC-JP"),
            ("EUC_KR", "EUC-KR"),
            ("SJIS-win", "Shift_JIS"),
            ("ShiftJIS", "Shift_JIS"),
        ] {
            assert_eq!(by_label(label).map(|e| e.name()), Some(wanted), "{label}");
        }
        for label in ["", "nonsense", "hz-gb-2312", "é8"] {
            assert_eq!(by_label(label), None, "{label}");
        }
    }

    #[test]
    fn two_and_four_bytes_a_character_are_known_with_and_without_a_mark() {
        let text = format!("<a>é😀{}</a>", "日本語".repeat(30));
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            let two = marked.encode_utf16();
            let big: Vec<u8> = two.clone().flat_map(u16::to_be_bytes).collect();
            let little: Vec<u8> = two.flat_map(u16::to_le_bytes).collect();
            let four = marked.chars().map(|c| c as u32);
            let big_4: Vec<u8> = four.clone().flat_map(u32::to_be_bytes).collect();
            let little_4: Vec<u8> = four.flat_map(u32::to_le_bytes).collect();
            for bytes in [big, little, big_4, little_4] {
                assert_eq!(decode(&bytes, None).0, text, "{mark:?} {bytes:?}");
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
