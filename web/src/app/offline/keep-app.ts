import { useEffect } from 'react';

import { useSession } from '@/lib/http/session';

/** How long after the page has loaded, in ms: what it needs itself comes first. */
const LATER_MS = 10_000;

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** Keeps the app on the devices of those who are signed in or have installed it. */
export function useKeepApp(): void {
  const isSignedIn = useSession(({ token }) => token !== null);
  useEffect(() => (isSignedIn || isInstalled() ? keepApp() : undefined), [isSignedIn]);
}

/**
 * Makes the service worker (public/sw.js) keep the app on this device, so that it opens without a
 * network. Returns a function that cancels it.
 */
function keepApp(): (() => void) | undefined {
  // Browsers offer service workers only to secure origins.
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const ask = () => serviceWorker.controller?.postMessage({ type: 'keep-app' });
  const start = () => void serviceWorker.register('/sw.js').then(ask, () => undefined);
  const timer = setTimeout(start, LATER_MS);
  // A new version takes over.
  serviceWorker.addEventListener('controllerchange', ask);
  return () => {
    clearTimeout(timer);
    serviceWorker.removeEventListener('controllerchange', ask);
  };
}
