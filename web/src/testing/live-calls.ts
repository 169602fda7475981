import { vi } from 'vitest';

/** A call for the live stream, answered by the test. */
type Call = {
  request: Request;
  send: (text: string) => Promise<void>;
  end: () => Promise<void>;
};

/** Delivers what was sent, under fake timers. */
export const settle = async () => {
  await vi.advanceTimersByTimeAsync(0);
};

/** Mocks a server of live streams: its `fetch`, and the calls that it received. */
export function liveCalls() {
  const calls: Call[] = [];
  const server = {
    calls,
    /** Whether calls fail. */
    refuses: false,
    call: (index: number) => {
      const found = calls[index];
      if (!found) throw new Error(`There was no call ${index}, but ${calls.length} calls`);
      return found;
    },
    /** Returns the streams that nobody has ended. */
    open: () => calls.filter(({ request }) => !request.signal.aborted),
    fetch: (request: Request): Promise<Response> => {
      const encoder = new TextEncoder();
      let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (stream = controller),
      });
      calls.push({
        request,
        send: (text) => {
          stream?.enqueue(encoder.encode(text));
          return settle();
        },
        end: () => {
          stream?.close();
          return settle();
        },
      });
      if (server.refuses) return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve(
        new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } }),
      );
    },
  };
  return server;
}
