//! One folded text, ready to be found in others.

/// Finds every occurrence of a text, overlapping ones too, in time linear in the text searched,
/// whatever the needle (Knuth, Morris and Pratt, 1977).
#[derive(Clone, Debug)]
pub(crate) struct Needle {
    bytes: Box<[u8]>,
    /// The length of the longest border of each prefix: a proper prefix that is also a suffix.
    borders: Box<[u32]>,
}

impl PartialEq for Needle {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Needle {}

impl Needle {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        let mut borders = vec![0; bytes.len()];
        let mut border = 0;
        for at in 1..bytes.len() {
            while border > 0 && bytes[at] != bytes[border] {
                border = borders[border - 1] as usize;
            }
            border += usize::from(bytes[at] == bytes[border]);
            borders[at] = border as u32;
        }
        Needle { bytes: bytes.into_boxed_slice(), borders: borders.into_boxed_slice() }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Calls `found` with the end of each occurrence until it returns true, and returns whether it
    /// did. An empty needle is never found.
    pub(crate) fn find(&self, text: &[u8], found: &mut dyn FnMut(usize) -> bool) -> bool {
        let Some(first) = self.bytes.first() else {
            return false;
        };
        let (mut matched, mut at) = (0, 0);
        while at < text.len() {
            if matched == 0 {
                match text[at..].iter().position(|byte| byte == first) {
                    Some(skipped) => at += skipped,
                    None => return false,
                }
            }
            while matched > 0 && self.bytes[matched] != text[at] {
                matched = self.borders[matched - 1] as usize;
            }
            matched += usize::from(self.bytes[matched] == text[at]);
            at += 1;
            if matched == self.bytes.len() {
                if found(at) {
                    return true;
                }
                matched = self.borders[matched - 1] as usize;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ends(needle: &[u8], text: &[u8]) -> Vec<usize> {
        let mut ends = Vec::new();
        Needle::new(needle.to_vec()).find(text, &mut |end| {
            ends.push(end);
            false
        });
        ends
    }

    #[test]
    fn an_empty_needle_is_nowhere() {
        assert_eq!(ends(b"", b"tea"), []);
    }

    #[test]
    fn it_stops_when_told() {
        let mut seen = 0;
        assert!(Needle::new(b"a".to_vec()).find(b"aaa", &mut |_| {
            seen += 1;
            seen == 2
        }));
        assert_eq!(seen, 2);
    }

    proptest! {
        #[test]
        fn it_finds_what_a_plain_comparison_finds(needle in "[ab]{1,6}", text in "[abc]{0,40}") {
            let (needle, text) = (needle.as_bytes(), text.as_bytes());
            let plain = (needle.len()..=text.len()).filter(|end| text[..*end].ends_with(needle));
            prop_assert_eq!(ends(needle, text), plain.collect::<Vec<_>>());
        }
    }
}
