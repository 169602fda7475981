//! Server-sent events, as the live stream has them.
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>

/// The most bytes of an event. A notification has at most some 100,000 characters.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// An event of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub name: String,
    /// The position, with which a later stream continues.
    pub id: Option<String>,
    pub data: String,
}

/// The part of a stream that is no whole event yet.
#[derive(Debug, Default)]
pub(crate) struct Unfinished {
    bytes: Vec<u8>,
}

impl Unfinished {
    /// Returns the events that end with this part of the stream, or `None` if one is too long.
    pub(crate) fn push(&mut self, part: &[u8]) -> Option<Vec<Event>> {
        self.bytes.extend_from_slice(part);
        let mut events = Vec::new();
        while let Some(end) = self.bytes.windows(2).position(|two| two == b"\n\n") {
            let whole: Vec<u8> = self.bytes.drain(..end + 2).collect();
            events.push(Event::parse(&String::from_utf8_lossy(&whole)));
        }
        (self.bytes.len() <= MAX_BYTES).then_some(events)
    }
}

impl Event {
    fn parse(text: &str) -> Self {
        let mut event = Self::default();
        for line in text.lines() {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "event" => value.clone_into(&mut event.name),
                "id" => event.id = Some(value.to_owned()),
                "data" => event.data.push_str(value),
                // A comment keeps the connection open.
                _ => {}
            }
        }
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_however_the_stream_is_cut() {
        let stream = "event: ready\nid: 7\ndata: {}\n\n:\n\nevent: notification\nid: 8\ndata: {\"a\": \"ü\"}\n\n";
        let event = |name: &str, id: Option<&str>, data: &str| Event {
            name: name.to_owned(),
            id: id.map(str::to_owned),
            data: data.to_owned(),
        };
        let expected = [
            event("ready", Some("7"), "{}"),
            event("", None, ""),
            event("notification", Some("8"), "{\"a\": \"ü\"}"),
        ];
        for size in 1..stream.len() {
            let mut unfinished = Unfinished::default();
            let parts = stream.as_bytes().chunks(size);
            let events: Vec<Event> =
                parts.flat_map(|part| unfinished.push(part).unwrap()).collect();
            assert_eq!(events, expected, "parts of {size}");
        }
        assert!(Unfinished::default().push(&vec![b'x'; MAX_BYTES + 1]).is_none());
    }
}
