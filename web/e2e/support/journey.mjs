// The parts of the story that are told by the keyboard alone and by the accessibility tree alone.
// `driver` has `press(role, name)`, `type(label, text)`, `arrive(heading)` and `sees(heading)`.
import assert from 'node:assert/strict';

import { PASSWORD, secretFor } from './accounts.mjs';
import { apiGet } from './browser.mjs';
import { stack } from './product.mjs';
import { mailTo } from './stack.mjs';

export async function registering(page, driver, email) {
  await page.goto('/');
  await driver.press('link', 'Get Started');
  await driver.type('First name', 'Ada');
  await driver.type('Last name', 'Reader');
  await driver.type('Email', email);
  await driver.type('Password', PASSWORD);
  await driver.press('button', 'Show password');
  await driver.type('Confirm password', PASSWORD);
  await driver.press('button', 'Create account');
  await page.getByText(email).waitFor();
}

export async function signingIn(page, driver, email) {
  const secret = await secretFor(stack, email, 'verify-email');
  await page.goto(`/verify-email?token=${secret}`);
  await driver.type('Password', PASSWORD);
  await driver.type('Confirm password', PASSWORD);
  await driver.press('button', 'Verify Email');
  await driver.press('link', 'Continue to Login');
  await driver.type('Email', email);
  await driver.type('Password', PASSWORD);
  await driver.press('button', 'Sign in');
  await driver.sees('Welcome back, Ada!');
}

/** Opens the dialog for the first keyword from the dashboard, and fills it in. */
export async function fillingInKeyword(driver, keyword) {
  await driver.press('link', 'Add your first keyword');
  await driver.arrive('Keyword Watches');
  await driver.press('button', 'Add Keyword');
  await driver.type('Keyword', keyword);
}

/** Follows the link of the alert about `topic`. */
export async function unsubscribing(page, driver, email, topic) {
  const mail = await mailTo(stack, email, topic);
  const before = page.url();
  await page.goto(mail.headers['list-unsubscribe'][0].match(/<(https?:[^>]+)>/)[1]);
  await driver.press('button', 'Stop all email alerts');
  await driver.sees('You are unsubscribed');
  await page.goto(before);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { user } = await apiGet(page, '/api/users/profile');
  assert.equal(user.notificationPreferences.emailNotifications, false);
}
