// The signed links in an email: what they do without a session. Opening one changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { call } from './support/accounts.mjs';
import { openReader, postMatch } from './support/reader.mjs';
import { mailTo } from './support/stack.mjs';
import { visit } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { addressOf, KEYWORD, NAME } from './support/own.mjs';

startProduct('plans');

test('the mute link in an email', async (t) => {
  const { session, mutes, listed } = await openReader(t, 'cleo');
  // This page has no session.
  const { page, step } = await visit(t);

  await step('changes nothing when it is opened', async () => {
    await postMatch('Mailed', 'loud_one');
    const mail = await mailTo(stack, addressOf('cleo'), KEYWORD, 'Mailed');
    const link = mail.text.match(/^Mute or snooze:\s+(\S+)/m)[1];
    assert.equal((await fetch(link)).status, 200);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Mute or snooze' }).waitFor();
    await page.getByText(`Mailed ${NAME}`).waitFor();
    assert.deepEqual(await mutes(), []);
  });

  await step('mutes when its button is pressed, and cleans up', async () => {
    await page.getByRole('radio', { name: 'Everything by u/loud_one' }).check();
    await page.getByRole('radio', { name: 'For good' }).check();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page
      .getByText(`u/loud_one is muted for good, for “${KEYWORD}”. 1 alert deleted`)
      .waitFor();
    const [mute] = await mutes();
    assert.deepEqual([mute.kind, mute.shown, mute.until], ['author', 'loud_one', null]);
    await listed();
  });

  await step('undoes the mute and restores the alert', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 alert restored').waitFor();
    assert.deepEqual(await mutes(), []);
    await listed('Mailed');
    assert.equal((await call(stack, 'GET', '/notifications/stats', session)).stats.total, 1);
  });
});
