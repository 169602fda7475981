import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { fillIn } from '@/testing/account-form';
import { aUser } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';

const both = ['news.ycombinator.com', 'bsky.app'];

let asked: [call: string, body?: unknown][];

beforeEach(() => {
  serve({ 'POST /auth/login': { token: 't', refreshToken: 'r', user: aUser() } });
  ({ asked } = serve({ 'POST /setup': undefined }));
});

async function open({ needsAccount = true, sites = both } = {}) {
  serve({ 'POST /setup/look': { needsAccount, sites } });
  const { user } = renderApp('/setup?key=abc');
  await screen.findByRole('button', { name: /^(Start listening|Finish)$/ });
  return user;
}

test('one form creates the account, selects the sites and signs in', async () => {
  const user = await open();
  await fillIn(user);
  await user.click(screen.getByRole('checkbox', { name: 'Bluesky' }));
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  await screen.findByRole('heading', { name: /Mara/ });
  expect(address()).toBe('/dashboard');
  const account = { email: 'mara@example.com', firstName: 'Mara', lastName: 'Lind' };
  expect(asked).toMatchObject([
    ['POST /setup', { key: 'abc', sites: ['news.ycombinator.com'], account }],
  ]);
});

test('without a site the button does not promise any', async () => {
  const user = await open();
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  expect(screen.getByRole('button', { name: 'Finish' })).toBeVisible();
});

test('an error of the account is shown at its field', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  expect(screen.getByText('Email is required')).toBeVisible();
  const text = 'This address cannot be used';
  const fields = { 'account.email': text };
  serve({ 'POST /setup': refusal(422, 'VALIDATION_FAILED', text, { fields }) });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(asked).toEqual([]);
});

test('with an account only the sites are requested', async () => {
  signIn();
  const user = await open({ needsAccount: false });
  expect(screen.queryByLabelText('Email')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  await expect.poll(address).toBe('/dashboard');
  expect(asked).toEqual([['POST /setup', { key: 'abc', sites: both }]]);
});

test('a link that was used says so', async () => {
  serve({ 'POST /setup/look': refusal(403, 'SETUP_LINK_INVALID', 'It was used before.') });
  renderApp('/setup?key=abc');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});
