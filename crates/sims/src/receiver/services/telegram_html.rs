//! Parses Telegram's subset of HTML: a few tags, well nested, and four named entities.

const TAGS: [&str; 15] = [
    "a",
    "b",
    "blockquote",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "pre",
    "s",
    "span",
    "strike",
    "strong",
    "tg-spoiler",
    "u",
];
const ENTITIES: [(&str, char); 4] = [("amp", '&'), ("gt", '>'), ("lt", '<'), ("quot", '"')];

/// Returns the visible text.
///
/// # Errors
/// Telegram refuses the text; the error is what it says.
pub fn plain(html: &str) -> Result<String, String> {
    let mut shown = String::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, mark) = rest.split_at(at);
        shown.push_str(before);
        let offset = html.len() - mark.len();
        if let Some(after) = mark.strip_prefix('&') {
            let (char, after) = entity(after).unwrap_or(('&', after));
            shown.push(char);
            rest = after;
            continue;
        }
        let end =
            mark.find('>').ok_or_else(|| format!("Unclosed start tag at byte offset {offset}"))?;
        let tag = &mark[1..end];
        rest = &mark[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            match open.pop() {
                Some(opened) if opened == name => {}
                Some(opened) => {
                    return Err(format!(
                        "Unmatched end tag at byte offset {offset}, expected \"</{opened}>\", \
                         found \"</{name}>\""
                    ));
                }
                None => return Err(format!("Unexpected end tag at byte offset {offset}")),
            }
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        if !TAGS.contains(&name) {
            return Err(format!("Unsupported start tag \"{name}\" at byte offset {offset}"));
        }
        open.push(name);
    }
    shown.push_str(rest);
    match open.pop() {
        None => Ok(shown),
        Some(name) => Err(format!("Can't find end tag corresponding to start tag \"{name}\"")),
    }
}

/// Returns the character of an entity whose `&` is already consumed, and the rest of the text.
fn entity(text: &str) -> Option<(char, &str)> {
    let (name, after) = text.split_once(';')?;
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return Some((char::from_u32(code.ok()?)?, after));
    }
    let (_, char) = ENTITIES.iter().find(|(known, _)| *known == name)?;
    Some((*char, after))
}
