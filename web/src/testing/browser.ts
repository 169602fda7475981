import { vi } from 'vitest';

import { computeStylesQuickly } from './computed-style';

/** Stubs what jsdom lacks and the app uses. `dark` is the system's preference. */
export function stubBrowser({ dark = false } = {}): void {
  window.matchMedia = (query) =>
    ({
      matches: dark && query.includes('dark'),
      media: query,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }) as unknown as MediaQueryList;
  Object.assign(window, {
    scrollTo: vi.fn(),
    // Never idle, because preloaded modules might arrive after the test.
    requestIdleCallback: vi.fn(),
    cancelIdleCallback: vi.fn(),
    ResizeObserver: class {
      observe = vi.fn();
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  });
  Object.assign(Element.prototype, {
    scrollIntoView: vi.fn(),
    hasPointerCapture: () => false,
  });
}

// Some modules use these when they are loaded, before any test.
stubBrowser();
computeStylesQuickly();

// With these, React makes a task for each element, and a trace for each render.
for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
