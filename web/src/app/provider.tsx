import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

import { ToastArea } from '@/components/ui/toast-area';
import { createQueryClient } from '@/lib/http/query-client';
import { followOtherTabs, useSession } from '@/lib/http/session';
import { nameFeeds } from '@/lib/places';
import { followTheme } from '@/lib/theme';

import { ErrorBoundary } from './error-boundary';
import { eraseOnSignOut } from './offline/erase-on-sign-out';
import { useKeepApp } from './offline/keep-app';
import { leaveOnSignOut } from './push/leave-on-sign-out';
import { RateLimitToast } from './rate-limit-toast';

/** Provides what every screen needs; must be rendered inside a router. */
export function AppProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);

  useEffect(followTheme, []);
  useEffect(followOtherTabs, []);
  useEffect(
    () =>
      // One user's data must never be shown to the next.
      useSession.subscribe(({ user }, before) => {
        if (!before.user || before.user._id === user?._id) return;
        queryClient.clear();
        nameFeeds([]);
      }),
    [queryClient],
  );

  useEffect(leaveOnSignOut, []);
  useEffect(eraseOnSignOut, []);
  useKeepApp();

  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>{children}</ErrorBoundary>
      <RateLimitToast />
      <ToastArea />
    </QueryClientProvider>
  );
}
