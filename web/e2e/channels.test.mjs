// Alerts by webhook: added in the page, tested, used by a real match, failing, and sent again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { failNext, requestsTo, requireSignature } from './support/receiver.mjs';
import { makePost } from './support/stack.mjs';
import { visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const NAME = 'Our own server';
const HOOK = '/hook/ada';

startProduct('everything');

test('alerts by a webhook', async (t) => {
  const { session, page, step } = await visitAs(t, 'ada');
  await addWatch(stack, session.token, 'quillchannels');

  const post = (title) => makePost(stack, { subreddit: 'rust', title, body: 'Please tell.' });
  const row = (title) =>
    page.getByRole('list', { name: 'Deliveries' }).locator(':scope > li', { hasText: title });

  await step('a webhook is added once it has accepted a test', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await page.getByRole('button', { name: 'Add your first channel' }).click();
    await page.getByRole('button', { name: /^Webhook/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Webhook' });
    await dialog.getByLabel('Address').fill(`${stack.receiverUrl}${HOOK}`);
    await dialog.getByLabel('Name').fill(NAME);
    await failNext(stack, HOOK, 404);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByText(/^It did not arrive: answer 404 after/).waitFor();
    await dialog.getByText('check the address').waitFor();
    await dialog.getByText(/^whsec_/).waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`${NAME} has been added`).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Working', { exact: true }).waitFor();
  });

  const sendTest = page.getByRole('button', { name: `Send test to ${NAME}` });

  await step('a test shows that the message arrived', async () => {
    await sendTest.click();
    await page.getByText(/^It arrived: answer 200 after/).waitFor();
    const [request] = await requestsTo(stack, HOOK);
    assert.equal(JSON.parse(request.text).type, 'test');
    await page.getByText('Working', { exact: true }).waitFor();
  });

  await step('a test shows that the message did not arrive', async () => {
    await failNext(stack, HOOK, 403);
    await sendTest.click();
    await page.getByText(/^It did not arrive: answer 403 after/).waitFor();
    await page.getByText('it refuses Harken').first().waitFor();
    await page.getByText('Failing', { exact: true }).waitFor();
    // A successful test resets the state.
    await sendTest.click();
    await page.getByText(/^It arrived: answer 200 after/).waitFor();
    await page.getByText('Working', { exact: true }).waitFor();
  });

  await step('a match reaches the webhook, signed with the secret on the page', async () => {
    await page.getByRole('link', { name: `Deliveries of ${NAME}` }).click();
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Show secret' }).click();
    const secret = await page.getByText(/^whsec_/).textContent();
    await requireSignature(stack, 'ada', secret);
    await post('Who has used Quillchannels?');
    const [request] = await requestsTo(stack, HOOK, 1, { body_contains: 'Who has used' });
    assert.equal(request.status, 200, 'the signature fits');
    const { type, data } = JSON.parse(request.text);
    assert.equal(type, 'match.created');
    assert.equal(data.notification.redditPost.title, 'Who has used Quillchannels?');
  });

  await step('the log shows the attempt and the earlier tests', async () => {
    await page.reload();
    const sent = row('Who has used Quillchannels?');
    await sent.getByText('Sent', { exact: true }).waitFor();
    await sent.getByText('1 attempt', { exact: true }).click();
    await sent.getByText(/delivered • /).waitFor();
    await page.getByText('Not delivered', { exact: true }).first().waitFor();
  });

  await step('while the receiver fails, the log shows every attempt and the reason', async () => {
    await failNext(stack, HOOK, 503, 2);
    await post('Quillchannels or cron?');
    await requestsTo(stack, HOOK, 2, { body_contains: 'or cron', status: 503 });
    await until('it is given up', async () => {
      await page.reload();
      await row('Who has used Quillchannels?').waitFor();
      return row('Quillchannels or cron?').getByText('Not delivered', { exact: true }).isVisible();
    });
    // The page may have read the channel's state before the second failure.
    await page.reload();
    const dead = row('Quillchannels or cron?');
    await dead.getByText('answered 503').first().waitFor();
    await dead.getByText('2 attempts', { exact: true }).click();
    await dead.getByText(/^1\. 503/).waitFor();
    await dead.getByText(/^2\. 503/).waitFor();
    await page.getByText(/^Failing since .*503/).waitFor();
  });

  await step('the dashboard says that an alert could not be delivered, and why', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('button', { name: 'Show it' }).click();
    const dialog = page.getByRole('dialog', { name: /could not be delivered/ });
    await dialog.getByRole('heading', { name: `Webhook: ${NAME}` }).waitFor();
    await dialog.getByText('Quillchannels or cron?').waitFor();
    await dialog.getByText(/503/).waitFor();
    await dialog.getByRole('button', { name: `Send again: Webhook: ${NAME}` }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  await step('a message that is sent again from the log arrives', async () => {
    await page.goBack();
    await page.getByRole('button', { name: /^Send again: .*Quillchannels or cron\?$/ }).click();
    await page.getByText('The message is on its way again').waitFor();
    const body_contains = 'or cron';
    const [arrived] = await requestsTo(stack, HOOK, 1, { body_contains, status: 200 });
    const [refused] = await requestsTo(stack, HOOK, 1, { body_contains, status: 503 });
    const idOf = ({ headers }) => headers['webhook-id'][0];
    assert.equal(idOf(arrived), idOf(refused), 'the receiver can tell that it is the same');
    const sent = row('Quillchannels or cron?');
    await sent.getByText('Sent', { exact: true }).waitFor();
    await sent.getByText('3 attempts', { exact: true }).click();
    await page.getByText(/^Last sent: /).waitFor();
  });
});
