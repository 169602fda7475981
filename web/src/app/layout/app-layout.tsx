import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { Spinner } from '@/components/ui/spinner';

import { ErrorBoundary } from '../error-boundary';
import { useLive } from '../live/use-live';
import { useTabBadge } from '../live/use-tab-badge';
import { Overlays } from '../overlays/overlays';
import { usePushDevice } from '../push/use-push-device';
import { MobileBar } from './mobile-bar';
import { RouteFocus } from './route-focus';
import { SidebarContent } from './sidebar-content';

// The screens work without them.
const Notices = lazy<ComponentType>(() =>
  import('../notices/notices').catch(() => ({ default: () => null })),
);

/** The frame of every signed-in screen, with the one live connection of the app. */
export function AppLayout() {
  useLive();
  useTabBadge();
  usePushDevice();
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  return (
    <div
      data-frame
      className="min-h-dvh lg:grid lg:grid-cols-[var(--sidebar)_minmax(0,1fr)] print:block"
    >
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-sunken lg:block print:hidden">
        <SidebarContent />
      </aside>
      <MobileBar />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-8 sm:py-10"
      >
        <Suspense>
          <Notices />
        </Suspense>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
            <RouteFocus onArrived={setTitle} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Overlays />
    </div>
  );
}

/** Moves the focus past the menu, on click because a changed address would be a new screen. */
function SkipLink() {
  return (
    <a
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
      className="fixed top-3 left-3 z-70 -translate-y-20 rounded-control bg-brand px-4 py-2 font-semibold text-brand-ink focus:translate-y-0"
    >
      Skip to content
    </a>
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
