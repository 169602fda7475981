import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The server sends a comment every 15 s: a stream that is silent for this long is dead. */
const SILENCE_MS = 40_000;

type Follow = {
  /** Makes the call; the signal aborts it. */
  open: (signal: AbortSignal) => Promise<Response>;
  onOpen: () => void;
  onMessage: (event: EventSourceMessage) => void;
  /** Aborts when the caller closes the stream. */
  closed: AbortSignal;
};

/**
 * Reads a server-sent event stream until it ends, fails, falls silent or the network is lost.
 * Resolves to whether it was ever opened; never rejects.
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
    // A refused or rate-limited call has a JSON response.
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
    // A lost connection is expected: the caller opens the next stream.
  } finally {
    clearTimeout(silence);
    closed.removeEventListener('abort', abort);
    window.removeEventListener('offline', abort);
    stop.abort();
  }
  return opened;
}
