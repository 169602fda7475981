import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { address, renderApp, shownPage } from '@/testing/render-app';

const facts: Record<string, string[]> = {
  '/terms': [
    'Last updated: August 6, 2024',
    'Harken is not affiliated with Reddit.',
    'at least 13 years old',
    'Free costs nothing and covers up to 3 keywords',
    'Pro costs $9.99 per month and is billed monthly in advance',
    '$99.99 per year',
    'can be cancelled at any time',
    'Payments are handled by a card payment provider',
    '30-day money-back guarantee',
    'Notifications are stored for up to 90 days and then deleted',
    'For outages over 24 hours a partial refund may be considered',
  ],
  '/refund': [
    'Last updated: August 6, 2024',
    'New Pro subscribers have a 30-day money-back guarantee',
    '9.99 CAD per month',
    '99.99 CAD per year',
    'Requests are reviewed in 2-3 business days',
    'Approved refunds are processed in 5-10 business days',
    'An approved refund cancels Pro immediately and downgrades the account to Free',
    'You keep your account and your data',
    'Partial refunds may be considered for outages over 24 hours',
    'can be cancelled at any time',
    'not affiliated with Reddit',
  ],
  '/privacy': [
    'Effective date: August 11, 2024',
    'email address, first name, last name',
    'Keywords',
    'Subreddit preferences',
    'Notification settings: email and browser; frequency: real-time, daily digest or weekly digest; enable or disable by type',
    'Notifications are stored for up to 90 days, then deleted',
    'Server logs are kept for 30 days; the operator of this server is responsible for that',
    'the minimum age for an account is 13',
    'not affiliated with Reddit',
    'no third-party scripts',
    'mail server (SMTP)',
    'alerts go to the addresses that you add',
    'card payment provider',
    'whose email address is not verified within 7 days is deleted',
    'export everything the account holds',
    'delete the account with all that belongs to it',
  ],
};
const table = Object.entries(facts).flatMap(([path, texts]) => texts.map((text) => [path, text]));

const saying = async () => (await shownPage()).textContent.replace(/\s+/g, ' ');

test.each(table)('%s says: %s', async (path = '', text = '') => {
  renderApp(path);
  expect(await saying()).toContain(text);
});

test.each(Object.keys(facts))('%s has a way back to the home page', async (path) => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('link', { name: 'Back to home' }));
  expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible();
  expect(address()).toBe('/');
});

test('terms name dollars and refunds name CAD, never the other way', async () => {
  renderApp('/refund');
  expect(await saying()).not.toMatch(/\$\d/);
});

test('without a language model the privacy policy does not mention one', async () => {
  renderApp('/privacy');
  expect(await saying()).not.toMatch(/language model/i);
});

test('a link of the contents moves the focus to its section', async () => {
  const { user } = renderApp('/privacy');
  const contents = await screen.findByRole('navigation', { name: 'On this page' });
  await user.click(within(contents).getByRole('link', { name: 'How long it is kept' }));
  expect(screen.getByRole('region', { name: 'How long it is kept' })).toHaveFocus();
});
