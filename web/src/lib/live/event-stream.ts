import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The server sends a comment every 15 s: a stream that is silent for this long is dead. */
const SILENCE_MS = 40_000;

type Follow = {
  /** Makes the call; the signal ends it. */
  open: (signal: AbortSignal) => Promise<Response>;
  onOpen: () => void;
  onMessage: (event: EventSourceMessage) => void;
  /** Ends the stream from outside. */
  closed: AbortSignal;
};

/**
 * Reads one server-sent event stream until it ends, fails, falls silent or the network goes away.
 * Resolves to whether it was opened at all; never rejects.
 */
export async function followEventStream({ open, onOpen, onMessage, closed }: Follow) {
  const stop = new AbortController();
  const abort = () => stop.abort();
  let silence = setTimeout(abort, SILENCE_MS);
  closed.addEventListener('abort', abort);
  window.addEventListener('offline', abort);

  let opened = false;
  try {
    const response = await open(stop.signal);
    // A refused or rate-limited call is answered with JSON.
    const type = response.headers.get('Content-Type') ?? '';
    if (!response.ok || !response.body || !type.startsWith('text/event-stream')) return false;
    opened = true;
    onOpen();

    const parser = createParser({ onEvent: onMessage });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    // A lost connection is expected: the caller opens the next one.
  } finally {
    clearTimeout(silence);
    closed.removeEventListener('abort', abort);
    window.removeEventListener('offline', abort);
    stop.abort();
  }
  return opened;
}
