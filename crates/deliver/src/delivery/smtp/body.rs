use crate::delivery::Outcome;

/// Returns a message in its wire format after DATA: with the line that ends it, and with an
/// additional dot where a line begins with one (RFC 5321, section 4.5.2).
///
/// The result is one text for one write. If the last line were written separately, the system would
/// hold it back until the server had acknowledged the previous data (RFC 896), which servers delay
/// by 40 ms and more (RFC 1122, section 4.2.3.2): each email would take at least that long.
///
/// # Errors
/// The message is not UTF-8, which cannot happen to a message that Harken writes.
pub(super) fn on_the_wire(message: &[u8]) -> Result<String, Outcome> {
    let text = std::str::from_utf8(message);
    let text = text.map_err(|_| Outcome::Dead("the mail is no text".to_owned()))?;
    let mut wire = String::with_capacity(text.len() + text.len() / 64 + 5);
    for line in text.split_inclusive('\n') {
        if line.starts_with('.') {
            wire.push('.');
        }
        wire.push_str(line);
    }
    if !wire.is_empty() && !wire.ends_with("\r\n") {
        wire.push_str("\r\n");
    }
    wire.push_str(".\r\n");
    Ok(wire)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_with_a_dot_get_another_and_one_dot_ends_it_all() {
        for (message, wire) in [
            ("", ".\r\n"),
            ("a", "a\r\n.\r\n"),
            ("a\r\n", "a\r\n.\r\n"),
            (".", "..\r\n.\r\n"),
            ("a\r\n.\r\nb\r\n", "a\r\n..\r\nb\r\n.\r\n"),
            ("..a\r\nb.c\r\n.d", "...a\r\nb.c\r\n..d\r\n.\r\n"),
            // Some servers treat a bare line feed as the end of a line: a message must not end
            // there either.
            ("a\n.\nQUIT", "a\n..\nQUIT\r\n.\r\n"),
        ] {
            assert_eq!(on_the_wire(message.as_bytes()).unwrap(), wire, "{message:?}");
        }
    }

    #[test]
    fn what_is_no_text_is_not_sent() {
        assert!(on_the_wire(b"\xff").is_err());
    }
}
