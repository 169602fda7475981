import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';

import { Spinner } from '@/components/ui/spinner';

import { ConnectionBanner } from '../connection/connection-banner';
import { ErrorBoundary } from '../error-boundary';
import { useLive } from '../live/use-live';
import { MobileBar } from './mobile-bar';
import { SidebarContent } from './sidebar-content';

/** The frame of every signed-in screen, with the one live connection of the app. */
export function AppLayout() {
  useLive();
  const { pathname } = useLocation();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-3 left-3 z-60 -translate-y-20 rounded-control bg-brand px-4 py-2 font-semibold text-brand-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-sunken lg:block">
        <SidebarContent />
      </aside>
      <MobileBar />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-8 sm:py-10"
      >
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ConnectionBanner />
    </div>
  );
}

function PageSpinner() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid h-[60dvh] place-items-center text-brand"
    >
      <Spinner className="size-7" />
    </div>
  );
}
