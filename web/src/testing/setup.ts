import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { clearRateLimit } from '@/lib/http/rate-limit';
import { useSession } from '@/lib/http/session';
import { setMatchToasts } from '@/lib/match-toasts';
import { forgetWorker } from '@/lib/matcher/client';
import { forgetMatcher } from '@/lib/matcher/main-thread';
import { useOverlay } from '@/lib/overlay';
import { nameFeeds } from '@/lib/places';
import { useSingleKeys } from '@/lib/single-keys';
import { useToasts } from '@/lib/toasts';
import { useUpgrade } from '@/lib/upgrade';

import { stubBrowser } from './browser';
import { server } from './server';
import { holdWaits } from './waits';

import '@testing-library/jest-dom/vitest';

// Lazy screens are compiled on first use, which is slow under load.
configure({
  asyncUtilTimeout: 60_000,
  // What the page says is shorter than its elements, of which only the first would be printed.
  getElementError: (message, container) =>
    new Error(`${message ?? ''}\nThe page says: ${container.textContent}`),
});

// Elements may appear before React has run its effects, which it schedules as an immediate. Waiting
// for an immediate makes tests continue after the effects under load too.
const asLibrary = getConfig();
declare const setImmediate: (run: () => void) => unknown;
// Not replaced by fake timers.
const immediate = setImmediate;
configure({
  asyncWrapper: async (wait) => {
    const found: unknown = await asLibrary.asyncWrapper(wait);
    await new Promise<void>((resolve) => immediate(resolve));
    return found;
  },
});

// React keeps a stack trace of each element for its warnings, until it has made many.
const [, internals] = Object.entries(React).find(([name]) => name.startsWith('__CLIENT')) ?? [];
Object.defineProperty(internals ?? {}, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {
    // React sets it to 0 now and then.
  },
});

holdWaits();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => stubBrowser());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  useSession.setState(useSession.getInitialState(), true);
  useToasts.setState({ toasts: [] });
  useOverlay.setState({ shown: null });
  useUpgrade.setState({ wanted: null });
  setMatchToasts(false);
  useSingleKeys.setState({ on: true });
  clearRateLimit();
  forgetWorker();
  forgetMatcher();
  nameFeeds([]);
  localStorage.clear();
  sessionStorage.clear();
  onlineManager.setOnline(true);
});
afterAll(() => server.close());
