// Alerts in the browser: turned on with a click, shown by the service worker, pressed, and revoked.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addWatch, call } from './support/accounts.mjs';
import { isLive, until } from './support/browser.mjs';
import {
  deliverMessages,
  playPushBrowser,
  pressNotification,
  shownNotifications,
} from './support/push.mjs';
import { requestsTo } from './support/receiver.mjs';
import { mailTo, makePost } from './support/stack.mjs';
import { notificationsOf, visitAs } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

startProduct('everything');

const post = (title) => makePost(stack, { subreddit: 'rust', title, body: 'Tell me more.' });

/** Opens a page of a user in a browser with a push service that has received no request yet. */
async function openPushPage(t, name) {
  const opened = await visitAs(t, name, { serviceWorkers: 'allow' });
  await addWatch(stack, opened.session.token, 'quillpush');
  const pushed = await playPushBrowser(opened.context, stack);
  return { ...opened, pushed };
}

test('alerts in the browser', async (t) => {
  const { session, page, context, pushed, step } = await openPushPage(t, 'ada');
  const devices = page.getByRole('list', { name: 'Devices' });
  const thisBrowser = devices.getByRole('listitem').filter({ hasText: 'This device' });
  /** Waits for `count` messages at the push service, and delivers them to the worker. */
  const deliver = async (count) => {
    await requestsTo(stack, '/push/', count, { status: 201 });
    return deliverMessages(page, stack, pushed);
  };
  const shown = (title) =>
    until(
      `${title} is shown`,
      () => shownNotifications(page),
      (all) => all.some((one) => one.title === title),
    );

  await step('the first alert brings an offer, and nothing is asked before a click', async () => {
    await page.goto('/dashboard');
    await isLive(page);
    await post('Quillpush, the first');
    await page
      .getByRole('link', { name: /Quillpush, the first/ })
      .first()
      .waitFor();
    const offer = page.getByRole('region', { name: 'Browser alerts' });
    await offer.getByRole('link', { name: 'Set it up' }).click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    assert.equal(await page.evaluate(() => Notification.permission), 'default');
    assert.deepEqual(pushed.asked, []);
  });

  await step('one click makes this browser a device', async () => {
    // The user's answer to the browser's permission prompt.
    await context.grantPermissions(['notifications'], { origin: stack.url });
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This browser now gets alerts').waitFor();
    await thisBrowser.getByText('No alert yet').waitFor();
    assert.deepEqual(pushed.asked, ['permission', 'subscription']);
  });

  await step('a test shows the push service’s answer, and arrives', async () => {
    await thisBrowser.getByRole('button', { name: /^Send test/ }).click();
    await page.getByText(/^The push service accepted it/).waitFor();
    await deliver(1);
    await shown('Alerts reach this browser');
  });

  await step('a match reaches the push service and is shown with its buttons', async () => {
    await post('Quillpush, the second');
    const [message] = await deliver(2);
    assert.equal(message.title, '“quillpush” in r/rust');
    await shown(message.title);
    const alert = (await shownNotifications(page)).find(({ title }) => title === message.title);
    assert.match(alert.body, /^Quillpush, the second\n/);
    assert.deepEqual(
      alert.actions.map(({ title }) => title),
      ['Mute thread for a day', 'Not relevant'],
    );
  });

  await step('pressing it opens the post and marks it as read, also on the open page', async () => {
    await page.goto('/notifications');
    await page.getByText('2 unread notifications').waitFor();
    const opened = await pressNotification(page, '“quillpush” in r/rust');
    assert.equal(opened.length, 1);
    assert.ok(opened[0].startsWith(`${stack.forumUrl}/r/rust/comments/`), opened[0]);
    const read = await notificationsOf(session, 'read');
    assert.deepEqual(
      read.map(({ redditPost }) => redditPost.title),
      ['Quillpush, the second'],
    );
    await page.getByText('1 unread notification', { exact: true }).waitFor();
    await until(
      'it is closed',
      () => shownNotifications(page),
      (left) => left.every(({ title }) => title !== '“quillpush” in r/rust'),
    );
  });

  await step('its button mutes the thread without opening anything', async () => {
    await post('Quillpush, the third');
    const [message] = await deliver(3);
    await shown(message.title);
    assert.deepEqual(await pressNotification(page, message.title, 'mute-thread'), []);
    const { mutes } = await call(stack, 'GET', '/mutes', session);
    assert.deepEqual(
      mutes.map(({ kind, shown }) => [kind, shown]),
      [['thread', 'Quillpush, the third']],
    );
  });

  await step('a browser that is revoked in the settings gets no more alerts', async () => {
    await page.goto('/settings');
    await thisBrowser.getByText(/^Last alert: /).waitFor();
    await thisBrowser.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText(/gets no more alerts$/).waitFor();
    await thisBrowser.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await post('Quillpush, the fourth');
    // The email is made together with the messages to browsers.
    await mailTo(stack, addressOf('ada'), '', ', the fourth');
    assert.equal((await requestsTo(stack, '/push/', 0)).length, 3);
  });
});

test('a browser whose user has blocked notifications', async (t) => {
  const { page, context, pushed, step } = await openPushPage(t, 'bea');
  const help = page.getByText('Notifications are blocked for Harken in this browser');

  await step('the page explains how to allow them', async () => {
    // A permission that is not granted here is denied.
    await context.grantPermissions([], { origin: stack.url });
    await page.goto('/settings');
    await help.waitFor();
    await page.getByText('Set “Notifications” to “Allow”.').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await help.waitFor();
    assert.ok(!pushed.asked.includes('subscription'));
  });

  await step('the page notices when they are allowed', async () => {
    await context.grantPermissions(['notifications'], { origin: stack.url });
    await help.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This browser now gets alerts').waitFor();
  });
});
