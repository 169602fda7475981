// Measures the screens of an account with many keywords and matches: their script until everything
// is there, their layout shift, and how many matches the first screen shows.
import { call, newUser, storedSession } from '../support/accounts.mjs';
import { openPage, until } from '../support/browser.mjs';
import { watchPage } from '../support/checks.mjs';
import { setups } from '../support/setups.mjs';
import { makePost, startStack } from '../support/stack.mjs';
import { median } from './report.mjs';

const KEYWORDS = 200;
/** Each post has this many of the keywords. */
const AT_ONCE = 20;
/** Each keyword is in this many posts. */
const OF_EACH = 50;
const MATCHES = KEYWORDS * OF_EACH;
const LOADS = 5;
const VIEWPORT = { width: 1280, height: 800 };
const SHIFT_MAX = 0.02;

const isNone = (count) => count === 0;

const paths = [
  '/dashboard',
  '/keywords',
  '/notifications?status=unread&view=keywords&density=cards',
  '/notifications?status=unread&view=timeline&density=cards',
  '/notifications?status=unread&view=timeline&density=rows',
  '/notifications/search?q=topic',
  '/analytics',
  '/ai-insights',
  '/coverage',
  '/settings',
];

/** Prints a line for each screen, the one with most script first. */
export async function printScreens(browser) {
  const stack = await startStack(setups.everything);
  try {
    const session = await collect(stack);
    const measured = [];
    for (const path of paths)
      measured.push({ path, ...(await measure(browser, stack, session, path)) });
    measured.sort((one, other) => other.script - one.script);
    for (const { path, script, shift, shown } of measured) {
      const verdict = shift <= SHIFT_MAX ? 'met   ' : 'MISSED';
      console.log(
        `  ${script.toFixed(0).padStart(5)} ms of script  ${shift.toFixed(4)} shift  ${verdict}` +
          `  ${String(shown).padStart(3)} matches in view  ${path}`,
      );
    }
  } finally {
    await stack.stop();
  }
}

/** Creates an account with the keywords and matches. */
async function collect(stack) {
  const session = await newUser(stack, 'many@example.com');
  const { token } = session;
  const names = Array.from({ length: KEYWORDS }, (_, at) => `topic${String(at).padStart(3, '0')}`);
  await call(stack, 'POST', '/keywords/import', {
    token,
    body: { format: 'csv', text: ['keyword', ...names].join('\n') },
  });
  for (let round = 0; round < OF_EACH; round += 1) {
    for (let first = 0; first < KEYWORDS; first += AT_ONCE) {
      const topics = names.slice(first, first + AT_ONCE).join(', ');
      const number = round * (KEYWORDS / AT_ONCE) + first / AT_ONCE;
      await makePost(stack, {
        ...{ subreddit: 'rust', author: `writer_${number % 90}` },
        title: `What do you make of number ${number}?`,
        body: `I have been comparing ${topics}, ${wordsOf(number)}`,
      });
    }
  }
  const total = async () =>
    (await call(stack, 'GET', '/notifications/stats', { token })).stats.total;
  await until(`${MATCHES} matches`, total, (now) => now >= MATCHES);
  return session;
}

/** Returns words that differ from post to post, since near copies are listed as one. */
const wordsOf = (number) =>
  Array.from({ length: 40 }, (_, at) =>
    ((number * 7_919 + at * 104_729) % 46_656).toString(36),
  ).join(' ');

async function measure(browser, stack, session, path) {
  const [scripts, shifts] = [[], []];
  let shown = 0;
  for (let load = 0; load < LOADS; load += 1) {
    const storageState = storedSession(stack, session);
    const options = { storageState, viewport: VIEWPORT };
    const { page, context } = await openPage(browser, stack.url, options);
    try {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      await page.addInitScript(watchPage);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until('all is loaded', () => page.locator('[aria-label^="Loading"]').count(), isNone);
      // What loads after that is small, such as the reasons for a reply.
      await page.waitForTimeout(1_000);
      const { metrics } = await devtools.send('Performance.getMetrics');
      scripts.push(1_000 * metrics.find(({ name }) => name === 'ScriptDuration').value);
      const values = await page.evaluate(() => window.shifts.map(({ value }) => value));
      shifts.push(values.reduce((sum, value) => sum + value, 0));
      shown = await page
        .locator('article')
        .evaluateAll(
          (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
        );
    } finally {
      await context.close();
    }
  }
  return { script: median(scripts), shift: Math.max(...shifts), shown };
}
