//! The texts as which a keyword may be written: several if it is an address.

use super::address::{Address, AddressEnds, shown};
use super::fold::Case;
use super::keyword::fold_keyword;
use super::punycode;

/// What people write for the dots of an address, so that machines do not take it for one, and the dot of Chinese and
/// Japanese keyboards.
const DOTS: [&str; 14] = [
    "[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}", " dot ", " [dot] ", " (dot) ", " [.] ",
    " (.) ", " . ", " .", "。",
];

/// Returns the folded texts that are searched for to find a keyword, each once: first the usual
/// one.
pub(crate) fn spellings(keyword: &str, case_sensitive: bool) -> Vec<Vec<u8>> {
    let shown = shown(keyword);
    let address = Address::read(&shown);
    // If case matters, nothing but the same letters and dots is the same text, unless it is clear
    // that they are an address.
    let address = address.filter(|own| own.ends != AddressEnds::Open || !case_sensitive);
    let Some(Address { host, path, .. }) = address else {
        return vec![fold_keyword(keyword, Case::Fold)];
    };
    let mut all: Vec<String> = vec![[host, path].concat()];
    all.extend(punycode::other_form(host).map(|host| host + path));
    all.extend(other_path(path).map(|path| host.to_owned() + &path));
    if let Some((before, top)) = host.rsplit_once('.') {
        for dot in DOTS {
            all.push([before, dot, top, path].concat());
            if before.contains('.') {
                all.push([&before.replace('.', dot), dot, top, path].concat());
            }
        }
    }
    let mut folded: Vec<Vec<u8>> = Vec::new();
    for text in all {
        let text = fold_keyword(&text, Case::Fold);
        if !folded.contains(&text) {
            folded.push(text);
        }
    }
    folded
}

/// Returns what is compared of a keyword if case matters: its folded form with its case preserved;
/// of an address, its path.
pub(crate) fn exact_form(keyword: &str) -> Vec<u8> {
    let shown = shown(keyword);
    let address = Address::read(&shown).filter(|own| own.ends != AddressEnds::Open);
    fold_keyword(address.map_or(keyword, |own| own.path), Case::Keep)
}

/// Returns a path with the characters beyond ASCII percent-encoded or, if they are so, decoded;
/// `None` if it has none (RFC 3986, section 2.1).
fn other_path(path: &str) -> Option<String> {
    let mut bytes = Vec::new();
    if path.is_ascii() {
        let mut rest = path.as_bytes();
        while let Some((first, behind)) = rest.split_first() {
            let code = behind.get(..2).and_then(|two| std::str::from_utf8(two).ok());
            let code = code.and_then(|two| u8::from_str_radix(two, 16).ok());
            match code.filter(|code| *first == b'%' && !code.is_ascii()) {
                Some(code) => {
                    bytes.push(code);
                    rest = &behind[2..];
                }
                None => {
                    bytes.push(*first);
                    rest = behind;
                }
            }
        }
        String::from_utf8(bytes).ok().filter(|decoded| decoded != path)
    } else {
        for byte in path.bytes() {
            if byte.is_ascii() {
                bytes.push(byte);
            } else {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                bytes.extend([
                    b'%',
                    DIGITS[usize::from(byte >> 4)],
                    DIGITS[usize::from(byte & 15)],
                ]);
            }
        }
        String::from_utf8(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(keyword: &str) -> Vec<String> {
        let all = super::spellings(keyword, false).into_iter();
        all.map(|text| String::from_utf8(text).unwrap()).collect()
    }

    #[test]
    fn only_addresses_have_several() {
        assert_eq!(spellings("Green tea"), ["green tea"]);
        assert_eq!(spellings("https://localhost/"), ["https://localhost/"]);
        let all = spellings("https://www.Shop.example/");
        assert_eq!(all[..3], ["shop.example", "shop[.]example", "shop(.)example"]);
        assert!(all.iter().any(|text| text == "shop dot example"));
        let all = spellings("https://shop.co.example/A");
        assert!(all.iter().any(|text| text == "shop.co[.]example/a"));
        assert!(all.iter().any(|text| text == "shop[.]co[.]example/a"));
    }

    #[test]
    fn hosts_and_paths_have_another_form() {
        assert_eq!(spellings("https://bücher.example/")[1], "xn--bcher-kva.example");
        assert!(spellings("xn--bcher-kva.example")[1].starts_with("bu\u{308}cher"));
        assert_eq!(spellings("https://a.example/é")[1], "a.example/%c3%a9");
        assert_eq!(spellings("https://a.example/%C3%A9/%20")[1], "a.example/e\u{301}/%20");
        assert_eq!(other_path("/100%"), None);
        assert_eq!(other_path("/%ff"), None);
    }
}
