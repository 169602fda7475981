import { PushFailure } from './push-failure';

const WORKER = '/sw.js';

/** Returns this browser's subscription at its push service. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Subscribes this browser with the server's `publicKey` (base64url, RFC 8292). Requires the
 * permission to show notifications. Throws `PushFailure`.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await startWorker().catch((error: unknown) => {
    throw new PushFailure('worker', error);
  });
  try {
    const before = await registration.pushManager.getSubscription();
    // A subscription with another key, of an earlier server, would block the new one.
    if (before && keyOf(before) !== publicKey) await before.unsubscribe();
    return await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
  } catch (error) {
    throw new PushFailure('service', error);
  }
}

/** Ends the subscription, so that nothing sent to this browser arrives. */
export async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await (await currentSubscription())?.unsubscribe();
}

async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER);
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve();
      if (worker?.state === 'redundant') reject(new Error('the service worker was not installed'));
    };
    worker?.addEventListener('statechange', look);
    look();
  });
  return registration;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
