use crate::delivery::Outcome;

/// Returns a message as it goes over the wire after DATA: with the line that ends it, and with a
/// dot more where a line begins with one (RFC 5321, section 4.5.2).
///
/// All of it is one text for one write. Were the last line a write of its own, the system would
/// hold it back until the server has acknowledged what went before (RFC 896), and servers put that
/// off for 40 ms and more (RFC 1122, section 4.2.3.2): so long each mail would take at least.
///
/// # Errors
/// It is no UTF-8, which no message that Harken writes can be.
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
            // Some servers take a bare line feed for the end of a line: no message ends there
            // either.
            ("a\n.\nQUIT", "a\n..\nQUIT\r\n.\r\n"),
        ] {
            assert_eq!(
                on_the_wire(message.as_bytes()).unwrap(),
                wire,
                "{message:?}"
            );
        }
    }

    #[test]
    fn what_is_no_text_is_not_sent() {
        assert!(on_the_wire(b"\xff").is_err());
    }
}
