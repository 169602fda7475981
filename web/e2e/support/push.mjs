// A browser with a push service: the tested Chromium has none, so pages subscribe at the stand-in
// instead, and the debugger delivers its messages to the real service worker.
import { until } from './browser.mjs';
import { subscribe, takeMessages } from './receiver.mjs';

/** The time after which a message that is not shown is delivered again, as by a push service. */
const AGAIN_MS = 15_000;

/**
 * Lets pages of `context` subscribe at the stand-in push service. Returns the requests to the
 * browser (`asked`: 'permission' and 'subscription', in order) and its subscription, once it has
 * one.
 */
export async function playPushBrowser(context, stack) {
  const played = { asked: [], subscription: null };
  await context.exposeFunction('noteAsked', (what) => void played.asked.push(what));
  await context.exposeFunction('subscribeAtStandIn', async (key) => {
    played.subscription = await subscribe(stack, key);
    return played.subscription;
  });
  await context.addInitScript(standIn);
  return played;
}

/** Runs before the page's scripts: replaces the browser's push service. */
function standIn() {
  const KEY = 'standInSubscription';
  const requestPermission = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = async () => {
    await window.noteAsked('permission');
    return requestPermission();
  };
  const bytesOf = (base64url) =>
    Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    ).buffer;
  const made = () => {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (!kept) return null;
    const { endpoint, keys, applicationServerKey } = kept;
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytesOf(applicationServerKey) },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    };
  };
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new TypeError('Chromium wants it to be userVisibleOnly');
    await window.noteAsked('subscription');
    const { endpoint, keys } = await window.subscribeAtStandIn(applicationServerKey);
    localStorage.setItem(KEY, JSON.stringify({ endpoint, keys, applicationServerKey }));
    return made();
  };
}

/** Returns the page's service worker, which counts in `shownCount` the notifications it shows. */
async function countingWorker(page) {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    if (self.shownCount !== undefined) return;
    self.shownCount = 0;
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (...what) {
      await showNotification.apply(this, what);
      self.shownCount += 1;
    };
  });
  return worker;
}

/**
 * Delivers the pending messages of the push service to the page's service worker, and waits until
 * it has shown them: Chromium forgets a notification that is requested before it is on the screen.
 */
export async function deliverMessages(page, stack, { subscription }) {
  const devtools = await page.context().newCDPSession(page);
  const known = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await known;
  const worker = await countingWorker(page);
  const count = () => worker.evaluate(() => self.shownCount);
  const messages = await takeMessages(stack, subscription.id);
  for (const data of messages) {
    const before = await count();
    const message = { origin: stack.url, registrationId, data };
    let again = 0;
    await until('the message is shown', async () => {
      // The debugger does not report whether the worker received it.
      if (Date.now() >= again) {
        await devtools.send('ServiceWorker.deliverPushMessage', message);
        again = Date.now() + AGAIN_MS;
      }
      return (await count()) > before;
    });
  }
  await devtools.detach();
  return messages.map((text) => JSON.parse(text));
}

/** Returns the notifications that the browser shows, oldest first: `{ title, body, actions }`. */
export function shownNotifications(page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, actions }) => ({ title, body, actions }));
  });
}

/**
 * Presses the notification with this title, or its button `action`, in the service worker itself.
 * Returns the addresses that the worker would open, since only a real click may open a window.
 */
export async function pressNotification(page, title, action = '') {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  return worker.evaluate(
    async ({ title, action }) => {
      const opened = [];
      self.Clients.prototype.openWindow = async (url) => void opened.push(url);
      const shown = await self.registration.getNotifications();
      const notification = shown.find((one) => one.title === title);
      const event = new self.NotificationEvent('notificationclick', { notification, action });
      const work = [];
      // The browser refuses `waitUntil` for events made by scripts.
      event.waitUntil = (promise) => void work.push(promise);
      dispatchEvent(event);
      await Promise.all(work);
      return opened;
    },
    { title, action },
  );
}
