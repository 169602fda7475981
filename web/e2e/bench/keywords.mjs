// Measures the page of keywords in the product: its script until the list is painted, and the keys of
// its filter.
import { storedSession } from '../support/accounts.mjs';
import { openPage } from '../support/browser.mjs';
import { startSite, user } from './site.mjs';

const LOADS = 9;
const TYPED = 'keyword 1';

/**
 * Returns the milliseconds of CPU of the page's thread, of the page of `many` and `few` keywords: of
 * script until the list is painted, and of all work for a key in its filter, paint included:
 * `{ first: { many, few }, keys: { many, few } }`. Unlike a stopwatch, they do not depend on what
 * else the machine does.
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
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(watchForList);
    await page.goto('/keywords');
    await page.waitForFunction(() => window.listPainted);
    const spent = async (metric) => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1_000 * metrics.find(({ name }) => name === metric).value;
    };
    const first = await spent('ScriptDuration');
    const workFor = async (key) => {
      await page.evaluate(rest);
      const before = await spent('TaskDuration');
      await page.keyboard.press(key);
      await page.evaluate(rest);
      return (await spent('TaskDuration')) - before;
    };
    const keys = [];
    await page.getByRole('searchbox', { name: 'Filter keywords' }).focus();
    for (const key of TYPED) {
      // Less what the measurement itself takes.
      keys.push((await workFor(key)) - (await workFor('Shift')));
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
