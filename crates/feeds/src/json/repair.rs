//! Turns what is nearly JSON into JSON, in one pass. JSON stays as it is.

use std::collections::BTreeSet;

use crate::Remark;

/// The greatest depth that is repaired; serde_json refuses a deeper one.
const MAX_DEPTH: usize = 128;

pub(super) struct Repaired {
    pub(super) json: String,
    pub(super) remarks: BTreeSet<Remark>,
}

/// Repairs a document. One that breaks off ends after the last whole element of an array in the outermost
/// object, if there is one.
pub(super) fn repair(text: &str) -> Repaired {
    let mut repairer = Repairer { text, ..Repairer::default() };
    repairer.json.reserve(text.len());
    while let Some(byte) = repairer.byte(0) {
        repairer.token(byte);
        if repairer.open.len() > MAX_DEPTH {
            return Repaired { json: text.to_owned(), remarks: BTreeSet::new() };
        }
    }
    if let (false, Some(whole)) = (repairer.open.is_empty(), repairer.whole) {
        repairer.json.truncate(whole);
        repairer.json.push_str("]}");
        repairer.remarks.insert(Remark::BreaksOff);
    }
    Repaired { json: repairer.json, remarks: repairer.remarks }
}

#[derive(Default)]
struct Repairer<'a> {
    text: &'a str,
    at: usize,
    json: String,
    remarks: BTreeSet<Remark>,
    /// The brackets that are open.
    open: Vec<u8>,
    /// Whether a value has just ended.
    after_value: bool,
    /// The length of `json` after the last whole element.
    whole: Option<usize>,
}

impl Repairer<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Copies a number of bytes.
    fn copy(&mut self, bytes: usize) {
        let end = self.at + bytes;
        self.json.push_str(self.text.get(self.at..end).unwrap_or_default());
        self.at = end;
    }

    /// Writes something else in the place of a number of bytes.
    fn replace(&mut self, bytes: usize, with: &str, remark: Remark) {
        self.remarks.insert(remark);
        self.json.push_str(with);
        self.at += bytes;
    }

    fn token(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => self.copy(1),
            b'"' | b'\'' => {
                self.begin_value();
                self.string(byte);
                self.after_value = true;
            }
            b'{' | b'[' => {
                self.begin_value();
                self.open.push(byte);
                self.copy(1);
                self.after_value = false;
            }
            b'}' | b']' => self.close(byte),
            b':' => {
                self.copy(1);
                self.after_value = false;
            }
            b',' => {
                let is_needed =
                    self.after_value && !matches!(self.next(1), None | Some(b',' | b'}' | b']'));
                match is_needed {
                    true => self.copy(1),
                    false => self.replace(1, "", Remark::Syntax),
                }
                self.after_value &= !is_needed;
            }
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'.' | b'_' | b'$' => {
                self.bare();
            }
            b'/' if comment(self.rest()) > 0 => {
                self.replace(comment(self.rest()), " ", Remark::Syntax);
            }
            _ => {
                let bytes = self.rest().chars().next().map_or(1, char::len_utf8);
                self.replace(bytes, "", Remark::Syntax);
            }
        }
    }

    /// Returns the first byte, from `ahead` on, that is neither white space nor in a comment.
    fn next(&self, ahead: usize) -> Option<u8> {
        let mut rest = self.rest().get(ahead..)?;
        loop {
            rest = rest.trim_ascii_start();
            match comment(rest) {
                0 => return rest.bytes().next(),
                bytes => rest = rest.get(bytes..)?,
            }
        }
    }

    fn begin_value(&mut self) {
        if self.after_value {
            self.replace(0, ",", Remark::Syntax);
        }
    }

    fn close(&mut self, byte: u8) {
        let bracket = if byte == b'}' { b'{' } else { b'[' };
        let Some(at) = self.open.iter().rposition(|open| *open == bracket) else {
            return self.replace(1, "", Remark::Syntax);
        };
        while self.open.len() > at + 1 {
            let inner = if self.open.pop() == Some(b'{') { "}" } else { "]" };
            self.replace(0, inner, Remark::Syntax);
        }
        self.open.truncate(at);
        self.copy(1);
        self.after_value = true;
        if self.open == [b'{', b'['] {
            self.whole = Some(self.json.len());
        }
    }

    /// Reads a word or figure outside strings.
    fn bare(&mut self) {
        self.begin_value();
        self.after_value = true;
        let is_bare = |c: char| c.is_ascii_alphanumeric() || "+-._$".contains(c);
        let end = self.rest().find(|c| !is_bare(c)).unwrap_or(self.rest().len());
        let word = self.rest().get(..end).unwrap_or_default().to_owned();
        let is_key = self.next(end) == Some(b':');
        match word.as_str() {
            word if is_key => self.replace(end, &format!("\"{word}\""), Remark::Syntax),
            "true" | "false" | "null" => self.copy(end),
            word if is_number(word) => self.copy(end),
            "True" | "False" => self.replace(end, &word.to_ascii_lowercase(), Remark::Syntax),
            word if word.contains(|c: char| c.is_ascii_digit()) => {
                self.replace(end, &format!("\"{word}\""), Remark::Syntax);
            }
            _ => self.replace(end, "null", Remark::Syntax),
        }
    }

    fn string(&mut self, quote: u8) {
        match quote {
            b'"' => self.copy(1),
            _ => self.replace(1, "\"", Remark::Syntax),
        }
        loop {
            let special = |b: u8| matches!(b, b'"' | b'\\' | 0..=0x1f) || b == quote;
            let Some(length) = self.rest().bytes().position(special) else {
                return self.copy(self.rest().len());
            };
            self.copy(length);
            match self.byte(0).unwrap_or_default() {
                b'\\' => self.escape(),
                byte if byte == quote => {
                    // A quote among words is part of them.
                    if matches!(self.next(1), None | Some(b',' | b'}' | b']' | b':' | b'"' | b'\''))
                    {
                        return match quote {
                            b'"' => self.copy(1),
                            _ => self.replace(1, "\"", Remark::Syntax),
                        };
                    }
                    self.replace(1, if quote == b'"' { "\\\"" } else { "'" }, Remark::Syntax);
                }
                b'"' => self.replace(1, "\\\"", Remark::Syntax),
                control => {
                    let escaped = format!("\\u{control:04x}");
                    self.replace(1, &escaped, Remark::ControlCharacters);
                }
            }
        }
    }

    fn escape(&mut self) {
        match self.byte(1) {
            None => self.copy(1),
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.copy(2),
            Some(b'u') => match (self.unit(0), self.unit(6)) {
                (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => self.copy(12),
                (Some(0xd800..=0xdfff), _) => self.replace(6, "\\ufffd", Remark::HalfCharacters),
                (Some(_), _) => self.copy(6),
                (None, _) => self.replace(1, "\\\\", Remark::Syntax),
            },
            Some(b'\'') => self.replace(2, "'", Remark::Syntax),
            // A line that continues.
            Some(b'\n') => self.replace(2, "", Remark::Syntax),
            Some(_) => self.replace(1, "\\\\", Remark::Syntax),
        }
    }

    /// Returns the unit of UTF-16 in `\u0041`.
    fn unit(&self, ahead: usize) -> Option<u16> {
        let digits = self.rest().get(ahead..ahead + 6)?.strip_prefix("\\u")?;
        let are_digits = digits.bytes().all(|b| b.is_ascii_hexdigit());
        are_digits.then(|| u16::from_str_radix(digits, 16).ok())?
    }
}

/// Returns the length of the comment at the beginning of a text; 0 if there is none.
fn comment(text: &str) -> usize {
    let end = match text.get(..2) {
        Some("//") => text.find('\n'),
        Some("/*") => text.get(2..).and_then(|rest| rest.find("*/")).map(|at| at + 4),
        _ => return 0,
    };
    end.unwrap_or(text.len())
}

/// Returns whether a word is a number as JSON writes it.
fn is_number(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let word = word.strip_prefix('-').unwrap_or(word);
    let (figure, power) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let (whole, part) = figure.split_once('.').unwrap_or((figure, "0"));
    let power = power.strip_prefix(['+', '-']).unwrap_or(power);
    digits(whole) && digits(part) && digits(power) && (whole == "0" || !whole.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::repair;

    #[test]
    fn json_stays_as_it_is() {
        for json in [
            r#"{"a":[1,-0.5e+3,true,null,"x\"y\\"],"b":{"ü\u00fc\ud83d\ude00":[]}}"#,
            "[ ]",
            "\"a: b, {c}\"",
            "{\"a\" : 1 ,\n\t\"b\" : [ { } , 0 ] }",
        ] {
            let repaired = repair(json);
            assert_eq!((repaired.json.as_str(), repaired.remarks.len()), (json, 0));
        }
    }

    #[test]
    fn what_is_nearly_json_becomes_json() {
        let cases = [
            // Characters.
            (r#"["a\ud83d"]"#, r#"["a\ufffd"]"#),
            (r#"["\ud83dx\ude00\ud83d\ud83d\ude00"]"#, r#"["\ufffdx\ufffd\ufffd\ud83d\ude00"]"#),
            ("[\"a\nb\tc\u{1}\"]", r#"["a\u000ab\u0009c\u0001"]"#),
            // Escapes.
            (r#"["\x41 \' \u12 \"]"#, r#"["\\x41 ' \\u12 \"]"#),
            // Commas.
            ("[1,2,]", "[1,2]"),
            ("{\"a\":1,,\"b\":2,}", "{\"a\":1,\"b\":2}"),
            ("[,1]", "[1]"),
            ("[{} {}]", "[{} ,{}]"),
            ("{\"a\":\"b\"\n\"c\":1}", "{\"a\":\"b\"\n,\"c\":1}"),
            // Comments.
            ("[1, // one\n2 /* two ] */]", "[1,  \n2  ]"),
            ("[1, // one\n]", "[1  \n]"),
            // Values and quotes.
            ("[NaN,-Infinity,undefined,True]", "[null,null,null,true]"),
            ("[007,+1,.5,1.,0x1f]", r#"["007","+1",".5","1.","0x1f"]"#),
            ("{a:'it is \"b\"'}", r#"{"a":"it is \"b\""}"#),
            (r#"["say "hi" to"]"#, r#"["say \"hi\" to"]"#),
            ("\u{feff}[\u{a0}1]", "[1]"),
            // Brackets.
            ("{\"a\":[1}", "{\"a\":[1]}"),
            ("[1]]", "[1]"),
            ("{\"items\":[{\"a\":1},{\"b\":[2", "{\"items\":[{\"a\":1}]}"),
        ];
        for (text, wanted) in cases {
            let repaired = repair(text);
            assert_eq!(repaired.json, wanted, "{text}");
            assert!(!repaired.remarks.is_empty(), "{text}");
        }
    }
}
