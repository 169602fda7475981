import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { clearRateLimit } from '@/lib/http/rate-limit';
import { useSession } from '@/lib/http/session';
import { setMatchToasts } from '@/lib/match-toasts';
import { useOverlay } from '@/lib/overlay';
import { useSingleKeys } from '@/lib/single-keys';
import { useToasts } from '@/lib/toasts';
import { useUpgrade } from '@/lib/upgrade';

import { stubBrowser } from './browser';
import { server } from './server';

import '@testing-library/jest-dom/vitest';

// Lazy screens are compiled on first use, which is slow under load.
configure({ asyncUtilTimeout: 15_000 });

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
  localStorage.clear();
});
afterAll(() => server.close());
