// Times calls to the product's worker, and to one with the plain loop.
import { readdirSync } from 'node:fs';

import { openPage } from '../support/browser.mjs';

const assets = new URL('../../dist/assets/', import.meta.url).pathname;
/** The number of matches that a call requests, as in the preview. */
const SHOWN = 20;

/**
 * Returns the milliseconds from the first call of a keystroke until its last answer:
 * `{ harken, includes }`, or `{ missing }` with the reason. `form` is `watches` or `query`.
 */
export async function timeResults(browser, site, strokes, form) {
  const script = readdirSync(assets).find((name) => /^matcher\.worker-.*\.js$/.test(name));
  if (!script) throw new Error('The built web app has no worker; run scripts/web.');
  const { context, page } = await openPage(browser, site.url);
  await page.goto('/plain/');
  const filters = { includePosts: true, includeComments: true };
  const calls = strokes.map(({ words }) =>
    form === 'query'
      ? [{ keyword: words.join(' OR '), mode: 'query', filters }]
      : words.map((keyword) => ({ keyword, filters })),
  );
  const times = await page.evaluate(timeCalls, { script, calls, limit: SHOWN });
  await context.close();
  return times;
}

/** In the page: has each keystroke's watches searched by the two workers in turn. */
async function timeCalls({ script, calls, limit }) {
  const start = (url) => {
    const worker = new Worker(url, { type: 'module' });
    const waiting = new Map();
    let nextId = 0;
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)(data);
      waiting.delete(data.id);
    };
    return (name, ...args) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        worker.onerror = () => reject(new Error(`${url} cannot be loaded`));
        waiting.set(id, ({ value, error }) => (error ? reject(new Error(error)) : resolve(value)));
        worker.postMessage({ id, name, args });
      });
  };
  const { items } = await (await fetch('/api/items/recent')).json();
  const texts = items.map(({ kind, subreddit, title, body }) => ({ kind, subreddit, title, body }));
  const engines = { harken: start(`/assets/${script}`), includes: start('/plain/worker.js') };
  for (const ask of Object.values(engines)) await ask('setItems', texts);

  const times = { harken: [], includes: [] };
  const time = async (name, watches) => {
    const begin = performance.now();
    const results = await Promise.all(
      watches.map((watch) => engines[name]('search', watch, limit)),
    );
    times[name].push(performance.now() - begin);
    return results.find(({ error }) => error)?.error.message;
  };
  for (const round of ['warm up', 'measure']) {
    times.harken.length = times.includes.length = 0;
    for (const [n, watches] of calls.entries()) {
      const order = n % 2 ? ['includes', 'harken'] : ['harken', 'includes'];
      for (const name of order) {
        const missing = await time(name, watches);
        if (missing) return { missing: `${round}: ${missing}` };
      }
    }
  }
  return times;
}
