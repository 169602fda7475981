// A new account's first minutes: registration, verification, sign-in, and the three first steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PASSWORD, addWatch, call, newUser } from './support/accounts.mjs';
import { until } from './support/browser.mjs';
import { mailTo, makePost } from './support/stack.mjs';
import { choosePassword, describeAccount } from './support/forms.mjs';
import { visit } from './support/visit.mjs';
import { stack, startProduct } from './support/product.mjs';

const EMAIL = 'noor@example.com';
const TOPIC = 'kombucha';

startProduct({});

/** Makes `count` posts by different authors, which are read for a watch on all subreddits. */
async function talkAbout(count) {
  const { token } = await newUser(stack, 'ada@example.com');
  await addWatch(stack, token, TOPIC);
  for (let at = 0; at < count; at += 1) {
    const title = `${TOPIC} again, and more of it`;
    await makePost(stack, { subreddit: 'tea', author: `author_${at}`, title, body: 'I like it.' });
  }
  await until(
    'all posts are read',
    async () => (await call(stack, 'GET', '/notifications/stats', { token })).stats.total,
    (total) => total === count,
  );
}

test('the first five minutes', async (t) => {
  // More than the stand-in forum itself has about any topic.
  await talkAbout(40);
  const { page, step } = await visit(t);
  const steps = page.getByRole('region', { name: 'First steps' });

  await step('the verification email leads to a login form that has the address', async () => {
    await page.goto('/register');
    await describeAccount(page, EMAIL, 'Noor');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    const mail = await mailTo(stack, EMAIL, 'Verify your email address');
    await page.goto(mail.text.match(/https?:\/\/\S+verify-email\?\S+/)[0]);
    await choosePassword(page);
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await page.getByRole('link', { name: 'Continue to Login' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), EMAIL);
    const focused = () => document.activeElement?.getAttribute('name');
    assert.equal(await page.evaluate(focused), 'password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome back, Noor!' }).waitFor();
    await steps.getByText('0 of 3 done').waitFor();
  });

  await step(
    'a suggested keyword is previewed and watched, and its first match is shown',
    async () => {
      await steps.getByRole('button', { name: `Try ${TOPIC}` }).click();
      const preview = steps.getByRole('region', { name: 'Live preview' });
      await preview.getByText(/^\d+ in \d+ (minutes|hours); about .* a day$/).waitFor();
      await steps.getByRole('button', { name: 'Watch', exact: true }).click();
      await steps.getByText('Harken listens for').waitFor();
      await steps.getByText(`r/tea • ${TOPIC}`).waitFor();
      await steps.getByRole('link', { name: 'View Post' }).waitFor();
      await steps.getByText('2 of 3 done').waitFor();
      assert.equal(new URL(page.url()).pathname, '/dashboard');
    },
  );

  await step('a reload keeps the steps that are done', async () => {
    await page.reload();
    await steps.getByText('2 of 3 done').waitFor();
  });

  await step('a test email arrives, and the page completes the steps', async () => {
    await steps.getByRole('button', { name: 'Send me a test' }).click();
    await steps.getByText(/The email is on its way/).waitFor();
    await mailTo(stack, EMAIL, 'Your test email from Harken');
    await steps.getByRole('heading', { name: 'You are all set' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/dashboard');
  });

  await step('matches of the last day do not end the first hour', async () => {
    await page.reload();
    await page.getByText('kombucha again').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Coverage' }).count(), 0);
    await steps.getByRole('button', { name: 'Show it now' }).click();
    await page.getByRole('link', { name: 'Coverage' }).waitFor();
    await page.reload();
    await page.getByText('kombucha again').first().waitFor();
    assert.equal(await steps.count(), 0);
  });
});
