import { Answerer, type Call } from '@/lib/matcher/protocol';

/**
 * A substitute for the worker, which jsdom lacks: the same calls with copies of the same messages,
 * on this thread, with the real wasm.
 */
export class MatcherWorker extends EventTarget {
  static calls: Call[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #answerer = new Answerer();

  postMessage(call: Call) {
    MatcherWorker.calls.push(call);
    const copy = structuredClone(call);
    void this.#answerer
      .answer(copy)
      .then((data) => this.onmessage?.({ data: structuredClone(data) }));
  }
}

/** A worker whose script cannot be loaded. */
export class BrokenWorker extends MatcherWorker {
  override postMessage() {
    queueMicrotask(() => this.onerror?.());
  }
}
