//! The two forms of a host with characters beyond ASCII: `bücher.example` and
//! `xn--bcher-kva.example` (RFC 3492).

use crate::unicode::fold_case;

const PREFIX: &str = "xn--";
const BASE: u32 = 36;
const MIN_THRESHOLD: u32 = 1;
const MAX_THRESHOLD: u32 = 26;
const FIRST_BIAS: u32 = 72;
const FIRST_CODE: u32 = 128;

/// Returns a host in its other form, if it has one.
pub(super) fn other_form(host: &str) -> Option<String> {
    let mut has_other = false;
    let labels: Option<Vec<String>> = host
        .split('.')
        .map(|label| {
            let label = lower(label);
            if let Some(encoded) = label.strip_prefix(PREFIX) {
                has_other = true;
                decode(encoded)
            } else if label.is_ascii() {
                Some(label)
            } else {
                has_other = true;
                encode(&label).map(|encoded| [PREFIX, &encoded].concat())
            }
        })
        .collect();
    labels.filter(|_| has_other).map(|labels| labels.join("."))
}

/// Returns a label in small letters. The standard library's tables would be a large part of the
/// browser's download.
fn lower(label: &str) -> String {
    let mut out = String::new();
    for c in label.chars() {
        let (mut folded, mut count) = (c, 0);
        fold_case(c, |small| (folded, count) = (small, count + 1));
        // The letter ß is a small one, although it folds to two.
        out.push(if count == 1 { folded } else { c });
    }
    out
}

fn encode(label: &str) -> Option<String> {
    let mut out: String = label.chars().filter(char::is_ascii).collect();
    let (count, basic) = (label.chars().count() as u32, out.len() as u32);
    let mut handled = basic;
    if basic > 0 {
        out.push('-');
    }
    let (mut code, mut delta, mut bias) = (FIRST_CODE, 0_u32, FIRST_BIAS);
    while handled < count {
        let next = label.chars().map(u32::from).filter(|c| *c >= code).min()?;
        delta = delta.checked_add((next - code).checked_mul(handled + 1)?)?;
        code = next;
        for c in label.chars().map(u32::from) {
            if c < code {
                delta += 1;
            } else if c == code {
                let mut rest = delta;
                for k in (BASE..).step_by(BASE as usize) {
                    let threshold = threshold(k, bias);
                    if rest < threshold {
                        break;
                    }
                    out.push(digit(threshold + (rest - threshold) % (BASE - threshold)));
                    rest = (rest - threshold) / (BASE - threshold);
                }
                out.push(digit(rest));
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        code += 1;
    }
    Some(out)
}

fn decode(encoded: &str) -> Option<String> {
    let (basic, digits) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    let mut out: Vec<char> = basic.chars().collect();
    let (mut code, mut at, mut bias) = (FIRST_CODE, 0_u32, FIRST_BIAS);
    let mut digits = digits.chars();
    while !digits.as_str().is_empty() {
        let (before, mut weight) = (at, 1_u32);
        for k in (BASE..).step_by(BASE as usize) {
            let digit = match digits.next()? {
                letter @ 'a'..='z' => u32::from(letter) - u32::from('a'),
                figure @ '0'..='9' => u32::from(figure) - u32::from('0') + 26,
                _ => return None,
            };
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
        }
        let length = out.len() as u32 + 1;
        bias = adapt(at - before, length, before == 0);
        code = code.checked_add(at / length)?;
        at %= length;
        out.insert(at as usize, char::from_u32(code)?);
        at += 1;
    }
    Some(out.into_iter().collect())
}

fn digit(value: u32) -> char {
    const DIGITS: &[u8; BASE as usize] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    char::from(DIGITS[value as usize])
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(MIN_THRESHOLD, MAX_THRESHOLD)
}

fn adapt(delta: u32, count: u32, is_first: bool) -> u32 {
    const SKEW: u32 = 38;
    const DAMP: u32 = 700;
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > (BASE - MIN_THRESHOLD) * MAX_THRESHOLD / 2 {
        delta /= BASE - MIN_THRESHOLD;
        k += BASE;
    }
    k + (BASE - MIN_THRESHOLD + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_two_forms() {
        for (shown, sent) in [
            ("bücher.example", "xn--bcher-kva.example"),
            ("münchen.example", "xn--mnchen-3ya.example"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
            ("straße.example", "xn--strae-oqa.example"),
        ] {
            assert_eq!(other_form(shown).as_deref(), Some(sent));
            assert_eq!(other_form(sent).as_deref(), Some(shown));
        }
        assert_eq!(other_form("example.com"), None);
        assert_eq!(other_form("xn--99999999999.example"), None);
        assert_eq!(other_form("xn--é.example"), None);
    }
}
