import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { useOverlay } from '@/lib/overlay';
import { clearRateLimit } from '@/lib/rate-limit';
import { useSession } from '@/lib/session';
import { useSingleKeys } from '@/lib/single-keys';
import { useToasts } from '@/lib/toasts';
import { useUpgrade } from '@/lib/upgrade';

import { stubBrowser } from './browser';
import { server } from './server';

import '@testing-library/jest-dom/vitest';

// Lazy screens are compiled on first use, which takes a moment on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => stubBrowser());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  useSession.setState(useSession.getInitialState(), true);
  useToasts.setState({ toasts: [] });
  useOverlay.setState({ shown: null });
  useUpgrade.setState({ wanted: null });
  useSingleKeys.setState({ on: true });
  clearRateLimit();
  localStorage.clear();
});
afterAll(() => server.close());
