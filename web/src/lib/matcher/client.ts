import type { Matcher } from './matcher';
import type { Answer, Call, CallName } from './protocol';

/** The worker answers within milliseconds, but a slow network may take this long to load it. */
const TIMEOUT_MS = 15_000;

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

let worker: Worker | undefined;
let failure: Error | undefined;
let nextId = 0;
const waiting = new Map<number, Waiting>();

/** Calls the matcher off the main thread. Rejects when the worker is not available. */
export function callMatcher<N extends CallName>(
  name: N,
  ...args: Parameters<Matcher[N]>
): Promise<ReturnType<Matcher[N]>> {
  return new Promise<unknown>((resolve, reject) => {
    const id = nextId++;
    const timer = setTimeout(
      () => settle(id, ({ reject }) => reject(new Error('The matcher did not answer'))),
      TIMEOUT_MS,
    );
    waiting.set(id, {
      resolve: (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      reject: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
    try {
      if (failure) throw failure;
      worker ??= start();
      worker.postMessage({ id, name, args } satisfies Call);
    } catch (error) {
      settle(id, ({ reject }) => reject(error instanceof Error ? error : new Error(String(error))));
    }
  }) as Promise<ReturnType<Matcher[N]>>;
}

/** Forgets the worker, as if the page had been loaded again. Tests use this. */
export function forgetWorker(): void {
  worker = undefined;
  failure = undefined;
}

function start(): Worker {
  const started = new Worker(new URL('./matcher.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Answer>) =>
    settle(data.id, ({ resolve, reject }) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.value);
    });
  started.onerror = () => {
    // The failure is final, since a second worker would lack the items of the first.
    const error = new Error('The matcher could not be loaded');
    failure = error;
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
  };
  return started;
}

function settle(id: number, how: (call: Waiting) => void): void {
  const call = waiting.get(id);
  waiting.delete(id);
  if (call) how(call);
}
