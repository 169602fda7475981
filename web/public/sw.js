// Shows alerts while no page of Harken is open, and handles clicks on them (Push API). It stores
// nothing and intercepts no requests of pages.
//
// A message from the server: { title, body, url, tag, readUrl, actions: [{ action, title, url }] }.
// `url` is the page that the alert is about; `readUrl` and the URLs of actions are signed, and take
// effect when they are posted to.

/** Within this time, another alert with the same tag replaces the previous one silently. */
const QUIET_MS = 120_000;

/** Settles once every push so far is shown. */
let shown = Promise.resolve();

const icons = { icon: '/icon-192.png', badge: '/badge-96.png' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => {
  // One after the other, so that each of a burst sees the previous one.
  shown = shown.then(() => show(readMessage(event.data))).catch(() => undefined);
  event.waitUntil(shown);
});
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action ? act(notification, action) : open(notification));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** Reads a message. Every push must show something, even one that cannot be read. */
function readMessage(data) {
  try {
    const message = data.json();
    if (message.title) return message;
  } catch {
    // The message below is shown instead.
  }
  return { title: 'Harken', body: 'You have a new match.', url: '/notifications' };
}

async function show({ title, body = '', url = '/notifications', tag = '', readUrl, actions = [] }) {
  const before = tag ? await self.registration.getNotifications({ tag }) : [];
  const now = Date.now();
  const soundAt = Math.max(0, ...before.map(({ data }) => data?.soundAt ?? 0));
  const quiet = now - soundAt < QUIET_MS;
  await self.registration.showNotification(title, {
    ...icons,
    body,
    tag,
    renotify: tag !== '' && !quiet,
    actions: actions.map(({ action, title }) => ({ action, title })),
    data: {
      url,
      readUrl,
      actionUrls: Object.fromEntries(actions.map(({ action, url }) => [action, url])),
      soundAt: quiet ? soundAt : now,
    },
  });
}

/** Opens what the alert is about, and marks it as read. */
async function open({ data }) {
  const url = new URL(data?.url ?? '/notifications', self.location.origin);
  // A window may be opened only right after the click, so requests come later.
  const opened = url.origin === self.location.origin ? showPage(url) : openWindow(url);
  await Promise.all([opened, data?.readUrl && post(data.readUrl)]);
  await tell({ type: 'notifications-changed' });
}

async function act({ data }, action) {
  const url = data?.actionUrls?.[action];
  const done = url !== undefined && (await post(url));
  await tell({ type: 'notifications-changed' });
  if (done) return;
  await show({ title: 'That did not work', body: 'Please try again in Harken.', tag: 'failed' });
}

/** Shows a page of Harken in an open tab, or else in a new one. */
async function showPage(url) {
  const pages = await openPages();
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return openWindow(url);
  await page.focus();
  page.postMessage({ type: 'open', path: url.pathname + url.search + url.hash });
}

function openWindow(url) {
  if (['https:', 'http:'].includes(url.protocol)) return self.clients.openWindow(url.href);
}

/** Posts to a signed URL, without cookies, and returns whether the server accepted it. */
async function post(url) {
  try {
    const answer = await fetch(url, { method: 'POST', credentials: 'omit', keepalive: true });
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Handles a subscription that the browser has replaced. Only a page of Harken can report it to the
 * server, because only pages have the session.
 */
async function renew({ oldSubscription, newSubscription }) {
  if (!newSubscription && oldSubscription) {
    // If this fails, a page subscribes later.
    await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
  }
  if (await tell({ type: 'subscription-changed' })) return;
  await show({
    title: 'Open Harken to keep your alerts',
    body: 'This browser has renewed its push address. Open Harken once to keep getting alerts.',
    url: '/settings#push',
    tag: 'renew',
  });
}

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Sends a message to every open page, and returns whether there is one. */
async function tell(message) {
  const pages = await openPages();
  for (const page of pages) page.postMessage(message);
  return pages.length > 0;
}
