//! Code: text between backticks, which is shown as it is written.

use super::paragraph::begins_blank;

/// Returns the start of the run of backticks that closes the run at the beginning of the text,
/// which has `length`. If there is none, fails with the position up to which it has looked. Code
/// within a line ends with its paragraph; three backticks or more are a fence.
pub(super) fn closing_run(text: &str, length: usize) -> Result<usize, usize> {
    const FENCE: usize = 3;
    let bytes = text.as_bytes();
    let mut at = length;
    while at < bytes.len() {
        match bytes[at] {
            b'`' => {
                let run = bytes[at..].iter().take_while(|byte| **byte == b'`').count();
                if run == length {
                    return Ok(at);
                }
                at += run;
            }
            b'\n' if length < FENCE && begins_blank(&bytes[at + 1..]) => break,
            _ => at += 1,
        }
    }
    Err(at.min(bytes.len()))
}
