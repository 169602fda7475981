// Shows alerts while no page of Harken is open, and handles clicks on them (Push API). Keeps the
// app's files, and serves its page without a network. It does not handle requests to the API.
//
// A push message from the server: { title, body, url, tag, readUrl, actions: [{ action, title, url }] }.
// `url` is the page that the alert is about; `readUrl` and the URLs of actions are signed, and take
// effect when they are posted to.

/** Every file of the app and a name for this build, both of which the build writes here. */
const FILES = [];
const BUILD = '';
const CACHE = `app-${BUILD}`;
/** The key of the page, which is the same for every address, and an address to request it from. */
const PAGE = '/index.html';
const PAGE_ADDRESS = '/dashboard';
/** How long a server may take to send the page before the kept one is shown, in ms. */
const PAGE_MS = 4_000;
/** What else a browser can navigate to. */
const NO_PAGE = /^\/(api|demo)\/|\.(txt|xml|js|png|svg|webmanifest)$/;

/** Within this time, another alert with the same tag replaces the previous one silently. */
const QUIET_MS = 120_000;

/** Settles once every push so far is shown. */
let shown = Promise.resolve();

const icons = { icon: '/icon-192.png', badge: '/badge-96.png' };

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Where browsers support it, calls of the API need not wait for this worker to start.
  const calls = { condition: { urlPattern: '/api/*' }, source: 'network' };
  event.waitUntil(Promise.resolve(event.addRoutes?.(calls)).catch(() => undefined));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  event.waitUntil(self.registration.navigationPreload?.enable());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/') || FILES.includes(pathname)) {
    event.respondWith(file(request));
  } else if (request.mode === 'navigate' && !NO_PAGE.test(pathname)) {
    event.respondWith(page(event));
  }
});
self.addEventListener('message', (event) => {
  if (event.data.type === 'keep-app') event.waitUntil(keepApp());
});
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

/** Returns a response of this build or, for pages that are still open, of the one before. */
async function kept(request) {
  const own = await caches.open(CACHE);
  return (await own.match(request)) ?? caches.match(request);
}

const file = async (request) => (await kept(request)) ?? fetch(request);

async function page(event) {
  const { request, preloadResponse } = event;
  const load = async () => (await preloadResponse) ?? fetch(request);
  const loading = load();
  const loaded = loading.catch(() => undefined);
  event.waitUntil(loaded);
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_MS));
  const fresh = await Promise.race([loaded, late]);
  if (fresh && fresh.status < 500) return fresh;
  return (await kept(PAGE)) ?? loading;
}

let keeping = Promise.resolve();

/** Keeps all files and, once they are complete, the page. Pages ask for it when they are idle. */
function keepApp() {
  keeping = keeping.then(keepFiles).catch(() => undefined);
  return keeping;
}

async function keepFiles() {
  if (FILES.length === 0 || navigator.connection?.saveData) return;
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of FILES.filter((path) => !there.has(path))) {
    // One by one, since pages share the connections. Only these names change with their content.
    const mode = path.startsWith('/assets/') ? 'default' : 'no-cache';
    await cache.add(new Request(path, { cache: mode }));
  }
  const page = await fetch(PAGE_ADDRESS, { cache: 'no-cache' });
  const html = await page.clone().text();
  const isOfBuild = html.match(/\/assets\/[\w.-]+/g)?.every((path) => FILES.includes(path));
  if (!page.ok || !isOfBuild) return;
  await cache.put(PAGE, page);
  const others = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

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
