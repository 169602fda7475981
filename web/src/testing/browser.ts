import { vi } from 'vitest';

/** What jsdom lacks and the app asks for. `dark` is the system's preference. */
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
    // Never idle: what is loaded ahead might arrive after the test.
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

// Some modules ask as they are loaded, before any test.
stubBrowser();
