/**
 * Stubs locks and channels as far as the app uses them, so that one test can act as several tabs.
 * Returns a function that removes them.
 */
export function stubTabs(): () => void {
  Object.defineProperty(navigator, 'locks', {
    value: { request: lockManager() },
    configurable: true,
  });
  const before = window.BroadcastChannel;
  Object.assign(window, { BroadcastChannel: channels() });
  return () => {
    Reflect.deleteProperty(navigator, 'locks');
    Object.assign(window, { BroadcastChannel: before });
  };
}

const taken = () => new DOMException('The lock was taken, or is not wanted any more', 'AbortError');

/** Creates a lock manager with one lock, whatever its name. */
function lockManager() {
  type Turn = { begin: () => void; reject: (error: Error) => void };
  let holder: Turn | undefined;
  let queue: Turn[] = [];
  const next = () => {
    holder = queue.shift();
    holder?.begin();
  };
  return (_name: string, { signal, steal }: LockOptions, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        resolve();
        if (holder === turn) next();
      };
      const turn: Turn = { reject, begin: () => void Promise.resolve().then(work).then(end) };
      signal?.addEventListener('abort', () => {
        if (queue.includes(turn)) reject(taken());
        queue = queue.filter((one) => one !== turn);
      });
      if (steal) {
        holder?.reject(taken());
        queue.unshift(turn);
        next();
      } else {
        queue.push(turn);
        if (!holder) next();
      }
    });
}

function channels() {
  const open = new Set<Channel>();
  class Channel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      open.add(this);
    }
    postMessage(data: unknown) {
      const message = new MessageEvent('message', { data: structuredClone(data) });
      const others = [...open].filter((one) => one !== this && one.name === this.name);
      for (const one of others) {
        queueMicrotask(() => {
          const { data } = message;
          if (open.has(one)) one.dispatchEvent(new MessageEvent('message', { data }));
        });
      }
    }
    close() {
      open.delete(this);
    }
  }
  return Channel;
}
