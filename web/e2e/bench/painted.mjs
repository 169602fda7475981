// Times keystrokes in the product's dialog, and on a page with the plain loop.
import { openPage } from '../support/browser.mjs';
import { storedSession } from '../support/accounts.mjs';
import { user } from './site.mjs';

/**
 * Returns the times from keystrokes to their painted highlights: `{ harken, includes }`, each a
 * list of `{ work, wait }` in milliseconds (see watchForMark), or `{ missing }` with the reason.
 * With `query`, the words are joined by OR and only the last letter of a keyword counts, since a
 * query finds whole words.
 */
export async function timePaint(browser, site, strokes, query) {
  const storageState = storedSession(site, { token: 'token', refreshToken: 'refresh', user });
  const product = await openPage(browser, site.url, { storageState });
  const plain = await openPage(browser, site.url);
  try {
    const harken = await openDialog(product.page, query);
    if (!harken) return { missing: 'the dialog has no query mode' };
    const includes = await openPlain(plain.page);
    const counted = query ? strokes.filter(({ complete }) => complete) : strokes;
    const times = { harken: [], includes: [] };
    // The first keystroke is a warm-up.
    for (const [n, { words }] of [counted[0], ...counted].entries()) {
      const order = n % 2 ? [harken, includes] : [includes, harken];
      for (const view of order) {
        const time = await press(view, words);
        if (n > 0) times[view === harken ? 'harken' : 'includes'].push(time);
      }
    }
    return times;
  } finally {
    await product.context.close();
    await plain.context.close();
  }
}

async function openDialog(page, query) {
  await page.goto('/keywords?add');
  const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
  await dialog.getByText(/^Searches the /).waitFor();
  if (query) {
    const mode = dialog.getByRole('radio', { name: 'Query' });
    if ((await mode.count()) === 0) return null;
    await mode.check();
  }
  const name = query ? 'Query' : 'Keyword';
  const field = dialog.getByRole('textbox', { name, exact: true });
  return { page, field, list: '[aria-label="Live preview"]' };
}

async function openPlain(page) {
  await page.goto('/plain/');
  await page.getByText(/^Searches the /).waitFor();
  return { page, field: page.getByRole('textbox'), list: 'ul' };
}

/** Types the last letter of `words` after the text before it is entered. */
async function press({ page, field, list }, words) {
  const text = words.join(' OR ');
  const before = text.slice(0, -1);
  if ((await field.inputValue()) !== before) await field.fill(before);
  await field.focus();
  await page.keyboard.press('End');
  await page.evaluate(rest);
  await page.evaluate(watchForMark, { list, mark: words.at(-1) });
  await page.keyboard.press(text.at(-1));
  return page.evaluate(() => window.painted);
}

/** In the page: waits until earlier changes are shown and the page is idle. */
async function rest() {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
}

/**
 * In the page: sets `window.painted` to a promise of the milliseconds from the next key, by the
 * event's own timestamp, until the frame is painted in which `mark` is highlighted: `work` of the
 * page, and `wait` for the screen.
 *
 * A highlight in the document is painted with the next frame, for which the page waits up to 16.7
 * ms on a 60 Hz screen, whatever it does. So that wait is measured separately: it ends with the
 * frame's callback, which runs before layout and paint, and a message posted there is handled after
 * them. The page cannot observe what follows: drawing on other threads and the screen's own delay.
 */
function watchForMark({ list, mark }) {
  const root = document.querySelector(list);
  const isShown = () =>
    [...root.querySelectorAll('mark')].some(
      ({ textContent }) => textContent.toLowerCase() === mark,
    );
  window.painted = new Promise((resolve, reject) => {
    let pressed;
    const timer = setTimeout(() => reject(new Error(`“${mark}” was not highlighted`)), 10_000);
    const onKey = ({ timeStamp }) => (pressed = timeStamp);
    addEventListener('keydown', onKey, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (pressed === undefined || !isShown()) return;
      observer.disconnect();
      clearTimeout(timer);
      const shown = performance.now();
      requestAnimationFrame(() => {
        const wait = performance.now() - shown;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve({ work: performance.now() - pressed - wait, wait });
        port2.postMessage(null);
      });
    });
    observer.observe(root, { subtree: true, childList: true, characterData: true });
  });
}
