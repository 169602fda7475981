// The product under test for one file: a stack, shared with other files or its own, and a browser.
import { after, afterEach, before } from 'node:test';

import { openBrowser } from './browser.mjs';
import { keepEvidenceOf } from './evidence.mjs';
import { setups } from './setups.mjs';
import { startStack } from './stack.mjs';

/** The stack under test, set before the first test runs. */
export let stack;
export let browser;

/**
 * Starts the product before the tests of this file, runs `prepare`, and stops it after them. `setup` is
 * the name of a shared set-up, which is started here unless `run.mjs` has, or the options of
 * `startStack` for a stack of the file's own.
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

/** Returns the stack that `run.mjs` has started, if any. Only `run.mjs` stops it. */
function sharedStack(setup) {
  const shared = JSON.parse(process.env.E2E_STACKS ?? '{}')[setup];
  return shared && { ...shared, stop: () => {} };
}
