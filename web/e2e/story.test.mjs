// A new user's whole story.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { apiGet, glimpse, until } from './support/browser.mjs';
import { mailTo, makePost } from './support/stack.mjs';
import { choosePassword, describeAccount, signIn } from './support/forms.mjs';
import { forgive, visit } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';
import { addressOf } from './support/own.mjs';

const EMAIL = addressOf('ada');

startProduct('plans');

test('from registering to an alert on the page and by email', async (t) => {
  const { page, problems, step } = await visit(t);

  await step('a new user registers and is asked to check their inbox', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await describeAccount(page, EMAIL);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(EMAIL).waitFor();
  });

  await step('signing in with an unverified address offers to resend the email', async () => {
    await page.goto('/login');
    await signIn(page, EMAIL);
    await page.getByText('Your email address needs to be verified').waitFor();
    await page.getByRole('button', { name: 'Resend verification email' }).waitFor();
    forgive(problems, 'status of 403');
  });

  await step('the link in the email verifies the address', async () => {
    const mail = await mailTo(stack, EMAIL, 'erif');
    const link = mail.text.match(/https?:\/\/\S+\/verify-email\?\S+/)[0];
    assert.ok(link.startsWith(stack.url), link);
    await page.goto(link);
    await choosePassword(page);
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await page.getByText('Email Verified!').waitFor();
    await page.getByRole('link', { name: 'Continue to Login' }).click();
  });

  await step('signing in leads to the dashboard', async () => {
    await signIn(page, EMAIL);
    await page.getByRole('heading', { name: 'Welcome back, Ada!' }).waitFor();
    await page.getByText('No notifications yet').waitFor();
  });

  await step('a keyword is added, with a preview of recent matches', async () => {
    await makePost(stack, {
      subreddit: 'rust',
      title: 'Has anyone moved to Quillstory from cron mails?',
      body: 'Looking for experiences.',
    });
    await until('the server has read the post', async () => {
      const { items } = await apiGet(page, '/api/items/recent?limit=500');
      return items.some((item) => item.title.includes('Quillstory'));
    });
    await page.getByRole('link', { name: 'Add your first keyword' }).click();
    await page
      .getByRole('button', { name: /Add Keyword|Create your first/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Add New Keyword' });
    await dialog.getByPlaceholder('Enter keyword to watch').fill('quillstory');
    await dialog.locator('mark', { hasText: 'Quillstory' }).first().waitFor();
    // Offered once the server has counted. The test uses only matches from now on.
    const past = { name: 'Add matches from the last 24 hours', checked: true };
    await dialog.getByRole('checkbox', past).uncheck();
    const add = dialog.getByRole('button', { name: 'Add Keyword' });
    await glimpse(page, 'Keyword added successfully!', () => add.click());
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('1 keyword • 1 active').waitFor();
  });

  await step('a matching post becomes an alert without a reload', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByText('No notifications yet').waitFor();
    await page.evaluate(() => {
      window.sameDocument = true;
    });
    await makePost(stack, {
      subreddit: 'selfhosted',
      title: 'Quillstory 2.0 is out <b>now</b>',
      body: 'They fixed the thing with QUILLSTORY and umlauts.',
    });
    const alert = page.getByRole('link', { name: /Quillstory 2\.0 is out/ }).first();
    await alert.waitFor();
    assert.equal(await page.evaluate(() => window.sameDocument), true, 'the page was reloaded');
  });

  await step('the notification is listed under its keyword', async () => {
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click();
    await page.getByText('1 unread notification').waitFor();
    await page.getByRole('button', { name: /^"quillstory"/ }).click();
    await page.getByText('They fixed the thing with').waitFor();
  });

  await step('an email arrives with a one-click unsubscribe link', async () => {
    const mail = await mailTo(stack, EMAIL, 'uillstory');
    assert.ok(mail.html.includes('<mark'), 'the match is highlighted');
    assert.ok(!mail.html.includes('<b>now</b>'), 'the title is text, not HTML');
    assert.match(mail.headers['list-unsubscribe-post'][0], /List-Unsubscribe=One-Click/);
    const url = mail.headers['list-unsubscribe'][0].match(/<(https?:[^>]+)>/)[1];
    const looked = await fetch(url);
    assert.equal(looked.status, 200);
    const profile = async () => (await apiGet(page, '/api/users/profile')).user;
    assert.equal((await profile()).notificationPreferences.emailNotifications, true);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const clicked = await fetch(url, { method: 'POST', body });
    assert.equal(clicked.status, 200);
    assert.equal((await profile()).notificationPreferences.emailNotifications, false);
  });

  await step('signing out ends the session', async () => {
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});
