// Times the page of keywords in the product: its script until the list is painted, and the keys of
// its filter.
import { storedSession } from '../support/accounts.mjs';
import { openPage } from '../support/browser.mjs';
import { startSite, user } from './site.mjs';

const LOADS = 9;
const TYPED = 'keyword 1';

/**
 * Returns the milliseconds of script until the list is painted, and from a key in its filter to the
 * paint, of the page of `many` and `few` keywords: `{ first: { many, few }, keys: { many, few } }`.
 */
export async function timeKeywords(browser, many, few) {
  const [manySite, fewSite] = [await startSite([], many), await startSite([], few)];
  const times = { first: { many: [], few: [] }, keys: { many: [], few: [] } };
  try {
    // The first load is a warm-up.
    for (let load = 0; load <= LOADS; load += 1) {
      for (const [name, site] of Object.entries({ many: manySite, few: fewSite })) {
        const { first, keys } = await timeLoad(browser, site);
        if (load === 0) continue;
        times.first[name].push(first);
        times.keys[name].push(...keys);
      }
    }
    return times;
  } finally {
    await manySite.stop();
    await fewSite.stop();
  }
}

async function timeLoad(browser, site) {
  const storageState = storedSession(site, { token: 'token', refreshToken: 'refresh', user });
  const { page, context } = await openPage(browser, site.url, { storageState });
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await page.addInitScript(watchForList);
    await page.goto('/keywords');
    await page.waitForFunction(() => window.listPainted);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const first = 1_000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
    const keys = [];
    await page.getByRole('searchbox', { name: 'Filter keywords' }).focus();
    for (const key of TYPED) {
      await page.evaluate(rest);
      await page.evaluate(watchForKey);
      await page.keyboard.press(key);
      keys.push(await page.evaluate(() => window.keyPainted));
    }
    return { first, keys };
  } finally {
    await context.close();
  }
}

/** Runs before the page's scripts: sets `window.listPainted` once the list is painted. */
function watchForList() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[aria-label="Keyword watches"] h2')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.listPainted = true);
      port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** In the page: waits until earlier changes are shown and the page is idle. */
async function rest() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
}

/**
 * In the page: sets `window.keyPainted` to a promise of the milliseconds from the next key until the
 * page has painted it and has nothing left to do for it, less the wait for the screen.
 */
function watchForKey() {
  window.keyPainted = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The list follows the field in a task of its own.
        const done = () => {
          const handled = performance.now();
          requestAnimationFrame(() => {
            const wait = performance.now() - handled;
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - timeStamp - wait);
            port2.postMessage(null);
          });
        };
        addEventListener('input', () => setTimeout(() => setTimeout(done)), { once: true });
      },
      { capture: true, once: true },
    );
  });
}
