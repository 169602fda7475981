//! Bytes as hexadecimal digits.

/// Returns two lower-case digits for each byte.
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the bytes that `text` has two digits for each, in either case; `None` for any other text.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = text.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| match *pair {
        [high, low] => u8::try_from(digit(high)? * 16 + digit(low)?).ok(),
        _ => None,
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_were_written_and_nothing_else_is() {
        let bytes = [0, 9, 0xa0, 0xff];
        assert_eq!(encode(&bytes), "0009a0ff");
        for text in ["0009a0ff", "0009A0FF"] {
            assert_eq!(decode(text).as_deref(), Some(&bytes[..]));
        }
        assert_eq!(decode(""), Some(Vec::new()));
        for wrong in ["0", "000", "0g", "+1", " 1", "é"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
