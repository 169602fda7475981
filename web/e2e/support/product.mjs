// The product for the tests of a file: a stack and a browser, shared with other files or its own.
import { after, afterEach, before } from 'node:test';

import { openBrowser } from './browser.mjs';
import { keepEvidenceOf } from './evidence.mjs';
import { setups } from './setups.mjs';
import { startStack } from './stack.mjs';

/** Set before the first test runs. */
export let stack;
export let browser;

/**
 * Starts the product before the tests of this file, where `prepare` then makes what they begin with,
 * and stops it after them. The name of a set-up stands for the one that files share, if there is one;
 * options, as `startStack` has them, are for one of the file's own.
 */
export function startProduct(setup, prepare) {
  before(async () => {
    stack = sharedStack(setup) ?? (await startStack(setups[setup] ?? setup));
    browser = await openBrowser();
    await prepare?.();
  });
  afterEach((t) => keepEvidenceOf(t, stack));
  after(async () => {
    await browser?.close();
    await stack?.stop();
  });
}

/** What `run.mjs` has started, as `startStack` answers it; its stop is not for a file to decide. */
function sharedStack(setup) {
  const shared = JSON.parse(process.env.E2E_STACKS ?? '{}')[setup];
  return shared && { ...shared, stop: () => {} };
}
