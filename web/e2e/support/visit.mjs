// The pages of a test, which close at its end.
import assert from 'node:assert/strict';

import { call, newUser, storedSession } from './accounts.mjs';
import { openPage, stepsOf } from './browser.mjs';
import { keepEvidence } from './evidence.mjs';
import { addressOf } from './own.mjs';
import { browser, stack } from './product.mjs';

/** Opens a page for the test `t`, which fails at its end if the page has logged an error. */
export async function visit(t, options) {
  const opened = await openPage(browser, stack.url, options);
  const { context, problems } = opened;
  t.after(async () => {
    try {
      assert.deepEqual(problems, []);
    } catch (error) {
      await keepEvidence(t.fullName, error, stack, [opened]);
      throw error;
    } finally {
      await context.close();
    }
  });
  return { ...opened, step: stepsOf(t) };
}

/** Opens a page on which `session` is signed in. */
export const visitWith = (t, session, options) =>
  visit(t, { storageState: storedSession(stack, session), ...options });

/** Creates the user `name` and opens a page on which they are signed in. */
export async function visitAs(t, name, options) {
  const session = await newUser(stack, addressOf(name));
  return { session, ...(await visitWith(t, session, options)) };
}

/** Removes the errors that a step provokes, which contain or match `expected`. */
export function forgive(problems, expected) {
  const others = problems.filter((text) => !text.match(expected));
  problems.splice(0, problems.length, ...others);
}

/** Returns the newest of a user's notifications. */
export async function notificationsOf(session, status = 'unread') {
  const path = `/notifications?status=${status}&page=1&limit=20`;
  return (await call(stack, 'GET', path, session)).notifications;
}
