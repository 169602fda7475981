//! Computes a hash that is nearly the same for nearly the same text. Pure.
//!
//! A similarity hash (Charikar, "Similarity estimation techniques from rounding algorithms", 2002):
//! every distinct word has a hash of 64 bits, and each bit of the text's hash is the value that
//! most words have there. So texts that share most words have hashes that differ in few bits. It
//! uses single words, not runs of them: with runs, each changed word changes several features, and
//! an edit of a few words is no longer recognised in texts as short as a forum's.

use std::collections::HashSet;

/// Texts of fewer words have no hash: titles that merely ask the same would be taken for copies.
const MIN_WORDS: usize = 12;
/// The most bits, of 64, in which the hashes of near copies differ. All that differ in at most
/// three are found by their bands, and most of the others.
const MAX_BITS: u32 = 6;
/// The most words that are compared; a longer text is compared by its beginning.
const MAX_WORDS: usize = 4_000;

/// Returns the hash of a title and a text, or `None` if they are too short to compare. Links,
/// Markdown syntax, and upper case are ignored.
pub fn near_hash(title: &str, body: &str) -> Option<u64> {
    let mut words = HashSet::new();
    let (title, body) = (without_links(title), without_links(body));
    let all = title.split(is_gap).chain(body.split(is_gap));
    let mut count = 0;
    for word in all.filter(|word| !word.is_empty()).take(MAX_WORDS) {
        words.insert(hash_word(word));
        count += 1;
    }
    if count < MIN_WORDS {
        return None;
    }
    let mut votes = [0_i32; 64];
    for word in words {
        for (bit, vote) in votes.iter_mut().enumerate() {
            *vote += if word >> bit & 1 == 1 { 1 } else { -1 };
        }
    }
    let ones = votes.iter().enumerate().filter(|(_, vote)| **vote > 0);
    Some(ones.fold(0, |hash, (bit, _)| hash | 1 << bit))
}

/// Returns true if two hashes belong to near copies.
pub fn are_near(a: u64, b: u64) -> bool {
    (a ^ b).count_ones() <= MAX_BITS
}

/// Returns the four parts of a hash with their positions: position times 65,536 plus sixteen bits.
/// Two hashes that differ in at most three bits have one in common.
pub fn bands(hash: u64) -> [i32; 4] {
    [0, 1, 2, 3].map(|place| place << 16 | (hash >> (16 * place) & 0xffff) as i32)
}

fn is_gap(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Returns the text without addresses: `https://…`, `www.…`, and the target of a Markdown link.
pub fn without_links(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for part in text.split_inclusive(char::is_whitespace) {
        let starts = ["http://", "https://", "www.", "](/"];
        let link = starts.iter().filter_map(|start| part.find(start)).min();
        match link {
            None => kept.push_str(part),
            Some(at) => {
                kept.push_str(&part[..at]);
                // What follows the closing bracket of a Markdown link is text again.
                let rest = part[at..].find(')').map_or("", |end| &part[at + end..]);
                kept.push(' ');
                kept.push_str(rest);
                kept.push(' ');
            }
        }
    }
    kept
}

/// FNV-1a over the word in lower case, then mixed so that every bit depends on every other (the
/// last step of `SplitMix64`).
fn hash_word(word: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut buffer = [0; 4];
    for c in word.chars().flat_map(char::to_lowercase) {
        for byte in c.encode_utf8(&mut buffer).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    use super::*;

    fn hash(text: &str) -> u64 {
        near_hash("", text).unwrap()
    }

    const TEXT: &str = "I have brewed tea in the same clay pot for nine years, and since last week \
        it tastes of iron: what did I do wrong?";

    #[test]
    fn too_short_to_tell() {
        assert_eq!(near_hash("", ""), None);
        assert_eq!(near_hash("Which kettle should I buy?", "Any ideas?"), None);
        assert!(near_hash("Which kettle should I buy", "for a kitchen that has no gas").is_some());
    }

    #[test]
    fn case_markup_and_links_do_not_count() {
        let plain = hash(TEXT);
        let marked = TEXT
            .replace("clay pot", "**Clay** [pot](https://shop.example/pot?id=17)")
            .replace("wrong?", "wrong? https://pictures.example/a.jpg www.blog.example/x");
        assert_eq!(hash(&marked), plain);
        assert_eq!(hash(&TEXT.to_uppercase()), plain);
        let (title, body) = TEXT.split_once(" and ").unwrap();
        assert_eq!(near_hash(title, &format!("and {body}")).unwrap(), plain);
    }

    #[test]
    fn a_line_about_the_origin_makes_no_other_text() {
        let long = format!(
            "{TEXT} {}",
            "Water, leaves, kettle and cup are the ones I always had. \
            I descaled everything twice and even borrowed a filter from my neighbour, who has the \
            same pipes and no such taste, so the house can hardly be to blame for it."
        );
        let copy = format!("{long} (Crosspost from r/tea)");
        assert!(are_near(hash(&long), hash(&copy)));
    }

    #[test]
    fn hashes_that_differ_in_three_bits_share_a_band() {
        let hash = hash(TEXT);
        for (a, b, c) in [(0, 1, 2), (0, 16, 32), (15, 31, 63), (5, 20, 50)] {
            let other = hash ^ 1 << a ^ 1 << b ^ 1 << c;
            assert!(are_near(hash, other));
            let shared = bands(hash).iter().filter(|band| bands(other).contains(band)).count();
            assert!(shared >= 1);
        }
        assert!(!are_near(hash, !hash));
    }

    /// Generates words with the frequencies of texts: few are common, most are rare.
    fn words(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec((0_u32..6_000).prop_map(|n| format!("w{}", n * n / 6_000)), count)
    }

    /// By chance a word changes more bits than allowed, in about one text of six hundred.
    #[test]
    fn a_word_more_or_less_in_a_long_text_nearly_always_makes_a_near_copy() {
        let mut runner = TestRunner::deterministic();
        let texts = (words(250..400), 0_usize..250, "[a-z]{3,9}");
        let mut far = 0;
        for _ in 0..500 {
            let (text, at, put_in) = texts.new_tree(&mut runner).unwrap().current();
            let own = hash(&text.join(" "));
            let (mut added, mut cut) = (text.clone(), text);
            added.insert(at, put_in);
            cut.remove(at);
            for other in [added, cut] {
                far += usize::from(!are_near(own, hash(&other.join(" "))));
            }
        }
        assert!(far <= 10, "{far} of 1,000 are far");
    }

    proptest! {
        #[test]
        fn any_text_has_a_hash_or_none(title in ".{0,80}", body in ".{0,400}") {
            let hash = near_hash(&title, &body);
            prop_assert_eq!(hash, near_hash(&title, &body));
        }

        #[test]
        fn the_order_and_number_of_spaces_and_line_breaks_do_not_count(
            text in words(12..80), space in "[ \n\t]{1,4}",
        ) {
            prop_assert_eq!(hash(&text.join(" ")), hash(&text.join(&space)));
        }

        #[test]
        fn texts_that_share_few_words_are_not_near(a in words(30..200), b in words(30..200)) {
            let shared = a.iter().filter(|word| b.contains(word)).count();
            prop_assume!(shared * 2 < a.len().min(b.len()));
            prop_assert!(!are_near(hash(&a.join(" ")), hash(&b.join(" "))));
        }
    }
}
