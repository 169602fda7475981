// The hearing test: a user presses a button and sees one labelled post arrive in the browser, in a
// real email and at a real webhook, each with its time. Nobody else gets it, and no list or count
// includes it afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call, newUser } from './support/accounts.mjs';
import { requestsTo } from './support/receiver.mjs';
import { json, mailTo } from './support/stack.mjs';
import { notificationsOf, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { addressOf, KEYWORD } from './support/own.mjs';

/** The time for the whole test, from the button to the results. */
const LIMIT_MS = 15_000;

startProduct('everything');

test('one press shows that alerts arrive, within fifteen seconds', async (t) => {
  const { session, page, step } = await visitAs(t, 'ida');
  await addWatch(stack, session.token, KEYWORD);
  const other = await newUser(stack, addressOf('ugo'));
  await addWatch(stack, other.token, KEYWORD);
  const body = { channel: 'webhook', name: 'My hook', url: `${stack.receiverUrl}/hook/ida` };
  await call(stack, 'POST', '/endpoints', { ...session, body });
  const dialog = page.getByRole('dialog', { name: 'Hearing test' });
  const lines = () => dialog.getByRole('listitem').allInnerTexts();

  await step('the timeline is complete within the limit', async () => {
    await page.goto('/keywords');
    const button = page.getByRole('button', { name: `Hearing test: ${KEYWORD}` });
    await button.waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).first().waitFor();
    const pressedAt = Date.now();
    await button.click();
    await dialog
      .getByRole('status')
      .filter({ hasText: /^Heard in .*; the email was accepted after .*; “My hook” got it after / })
      .waitFor({ timeout: LIMIT_MS });
    const took = Date.now() - pressedAt;
    assert.ok(took < LIMIT_MS, `${took} ms`);
    t.diagnostic(`${took} ms: ${await dialog.getByRole('status').innerText()}`);
    const wanted = [
      /^Post planted\n+Done/,
      /^Read\n+[\d.]+ m?s/,
      new RegExp(`^Matched with “${KEYWORD}”\\n+[\\d.]+ m?s`),
      /^Stored\n+[\d.]+ m?s/,
      /^Shown in this browser\n+[\d.]+ m?s/,
      /^Email\n+[\d.]+ m?s/,
      /^Webhook: My hook\n+[\d.]+ m?s/,
    ];
    const shown = await lines();
    assert.equal(shown.length, wanted.length, shown.join('\n'));
    wanted.forEach((pattern, index) => assert.match(shown[index], pattern));
  });

  await step('the email and the webhook say that it is a test', async () => {
    const mail = await mailTo(stack, addressOf('ida'), `Hearing test: ${KEYWORD}`);
    assert.match(mail.text, /because you tested your keyword/);
    const [{ text }] = await requestsTo(stack, '/hook/ida');
    assert.equal(JSON.parse(text).data.isTest, true);
  });

  await step('it is listed nowhere, and nobody else has it', async () => {
    for (const who of [session, other]) {
      assert.deepEqual(await notificationsOf(who), []);
      const [watch] = (await call(stack, 'GET', '/keywords', who)).watches;
      assert.equal(watch.matchCount, 0);
    }
    const all = await json(await fetch(`${stack.mailUrl}/messages`));
    const tests = all.filter(({ subject }) => subject.includes('Hearing test'));
    assert.deepEqual(
      tests.map(({ to }) => to),
      [[addressOf('ida')]],
    );
  });

  await step('the keyboard closes it, and the focus returns to the button', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const focused = page.locator(':focus');
    assert.equal(await focused.getAttribute('aria-label'), `Hearing test: ${KEYWORD}`);
  });
});
