import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { clearRateLimit } from '@/lib/rate-limit';
import { useSession } from '@/lib/session';
import { useToasts } from '@/lib/toasts';

import { stubBrowser } from './browser';
import { server } from './server';

import '@testing-library/jest-dom/vitest';

// Lazy screens are compiled on first use, which takes a moment on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => stubBrowser());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  useSession.setState(useSession.getInitialState(), true);
  useToasts.setState({ toasts: [] });
  clearRateLimit();
  localStorage.clear();
});
afterAll(() => server.close());
