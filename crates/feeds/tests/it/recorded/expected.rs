//! Parses what a document states about itself in a comment at its top: in `Expect:`, which is Python,
//! the comparisons with a literal of fields that are read here.

use std::collections::BTreeMap;

/// The fields that are compared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Entries,
    Feed(String),
    Entry(usize, String),
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    Text(String),
    Count(usize),
    /// A date such as `2003-12-31T10:14:55`.
    Date(String),
}

pub(crate) struct Clause {
    pub(crate) field: Field,
    pub(crate) meant: Meant,
}

/// Returns the comment. Wide encodings are reduced to their nonzero bytes; any text is then read as
/// UTF-8, lossily.
fn comment(body: &[u8]) -> Option<String> {
    let text = feeds_text(body);
    let begin = text.find("<!--")?;
    let end = text.get(begin..)?.find("-->")?;
    text.get(begin..begin + end).map(str::to_owned)
}

fn feeds_text(body: &[u8]) -> String {
    let is_wide = body.iter().take(64).any(|b| *b == 0);
    if is_wide {
        let ascii: Vec<u8> = body.iter().copied().filter(|b| *b != 0).collect();
        return String::from_utf8_lossy(&ascii).into_owned();
    }
    String::from_utf8_lossy(body).into_owned()
}

pub(crate) fn headers(body: &[u8]) -> BTreeMap<String, String> {
    let comment = comment(body).unwrap_or_default();
    let lines = comment.lines().filter_map(|line| line.trim().strip_prefix("Header:"));
    let pairs = lines.filter_map(|line| line.split_once(':'));
    pairs.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned())).collect()
}

pub(crate) fn expectation(body: &[u8]) -> Option<String> {
    let comment = comment(body)?;
    let at = comment.find("Expect:")?;
    let line = comment.get(at + "Expect:".len()..)?.lines().next()?.trim();
    // The others are names of events of feedvalidator.
    (line.contains("==") || line.contains("bozo")).then(|| line.to_owned())
}

/// Returns each part of an expression, or `None` for a part of another form.
pub(crate) fn clauses(expression: &str) -> Vec<Option<Clause>> {
    if expression.contains(" or ") {
        return vec![None];
    }
    parts(expression)
        .iter()
        .filter(|part| part.trim() != "not bozo")
        .map(|part| clause(part))
        .collect()
}

/// Splits an expression at each `and` outside strings.
fn parts(expression: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut quote, mut escaped) = (None, false);
    for c in expression.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            _ => {}
        }
        let last = parts.last_mut().unwrap();
        last.push(c);
        if quote.is_none() && last.ends_with(" and ") {
            last.truncate(last.len() - " and ".len());
            parts.push(String::new());
        }
    }
    parts
}

fn clause(text: &str) -> Option<Clause> {
    let (left, right) = text.split_once("==")?;
    let (left, right) = (left.trim(), right.trim());
    if left == "len(entries)" {
        return Some(Clause { field: Field::Entries, meant: Meant::Count(right.parse().ok()?) });
    }
    let field = field(left)?;
    let meant = match right.strip_prefix('(') {
        Some(tuple) => {
            let figures: Vec<u32> = tuple.split(',').map_while(|n| n.trim().parse().ok()).collect();
            let [year, month, day, hour, minute, second, ..] = figures[..] else {
                return None;
            };
            Meant::Date(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
        }
        None => Meant::Text(string(right)?),
    };
    Some(Clause { field, meant })
}

fn field(path: &str) -> Option<Field> {
    let keys = path.replace(['[', ']', '.'], " ").replace(['\'', '"'], "");
    let keys: Vec<&str> = keys.split_whitespace().collect();
    match keys[..] {
        ["feed", "title"] | ["feed", "title_detail", "value"] => {
            Some(Field::Feed("title".to_owned()))
        }
        ["feed", "link"] => Some(Field::Feed("link".to_owned())),
        ["entries", at, ref rest @ ..] => {
            let name = match *rest {
                ["title"] | ["title_detail", "value"] => "title".to_owned(),
                ["link"] => "link".to_owned(),
                ["id" | "guid"] => "id".to_owned(),
                ["author_detail", "name"] => "author".to_owned(),
                ["author"] => "author".to_owned(),
                ["content", "0", "value"] => "content".to_owned(),
                ["description" | "summary"] | ["summary_detail", "value"] => "summary".to_owned(),
                ["published_parsed"] => "published".to_owned(),
                ["updated_parsed"] => "updated".to_owned(),
                ["category"] => "tag 0".to_owned(),
                ["tags", at, "term"] => format!("tag {at}"),
                _ => return None,
            };
            Some(Field::Entry(at.parse().ok()?, name))
        }
        _ => None,
    }
}

/// Returns the value of one Python string literal.
fn string(text: &str) -> Option<String> {
    let text = text.strip_prefix('u').unwrap_or(text);
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let digits = |chars: &mut std::str::Chars<'_>, n| {
                    let figures: String = chars.take(n).collect();
                    char::from_u32(u32::from_str_radix(&figures, 16).ok()?)
                };
                out.push(match chars.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'x' => digits(&mut chars.by_ref().clone(), 2).inspect(|_| {
                        chars.nth(1);
                    })?,
                    'u' => digits(&mut chars.by_ref().clone(), 4).inspect(|_| {
                        chars.nth(3);
                    })?,
                    'U' => digits(&mut chars.by_ref().clone(), 8).inspect(|_| {
                        chars.nth(7);
                    })?,
                    c @ ('\\' | '\'' | '"') => c,
                    _ => return None,
                });
            }
            // Two literals, or an expression.
            c if c == quote => return None,
            c => out.push(c),
        }
    }
    Some(out)
}

/// Returns the reason that a document's expectation is not a goal here, if it is not.
pub(crate) fn other_purpose(kind: &str) -> Option<&'static str> {
    (kind == "cdf").then_some("the channels of 1997 (CDF) are not read")
}
