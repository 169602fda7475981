//! The bytes that markup is made of, looked for many at a time: most texts have none.

/// Bytes that are looked at together, without a branch for each.
const CHUNK: usize = 16;

/// Returns whether markup may begin anywhere.
pub(super) fn may_have_markup(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<CHUNK>() else {
        return text.iter().any(|byte| may_begin(*byte));
    };
    let (chunks, _) = text.as_chunks::<CHUNK>();
    chunks
        .iter()
        .chain([last])
        .any(|chunk| chunk.iter().fold(false, |any, byte| any | may_begin(*byte)))
}

/// Returns where the next byte is that means something, once there is markup.
pub(super) fn next_mark(text: &[u8]) -> Option<usize> {
    let (chunks, rest) = text.as_chunks::<CHUNK>();
    for (nth, chunk) in chunks.iter().enumerate() {
        if chunk
            .iter()
            .fold(false, |any, byte| any | means_something(*byte))
        {
            let within = chunk.iter().position(|byte| means_something(*byte));
            return within.map(|within| nth * CHUNK + within);
        }
    }
    let within = rest.iter().position(|byte| means_something(*byte));
    within.map(|within| chunks.len() * CHUNK + within)
}

/// Returns whether markup may begin with a byte: ``[ \ _ ` & * < ~``, and `]` and `^`, which lie
/// between these.
fn may_begin(byte: u8) -> bool {
    (byte.wrapping_sub(b'[') <= b'`' - b'[')
        | (byte == b'&')
        | (byte == b'*')
        | (byte == b'<')
        | (byte == b'~')
}

/// Those, and what ends a paragraph or begins an address.
fn means_something(byte: u8) -> bool {
    may_begin(byte) | (byte == b'\n') | (byte == b':')
}
