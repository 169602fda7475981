import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { aUser } from '@/testing/fixtures';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

const both = ['news.ycombinator.com', 'bsky.app'];

const fields = {
  'First name': 'Mara',
  'Last name': 'Lind',
  Email: 'mara@example.com',
  Password: 'Secret123',
  'Confirm password': 'Secret123',
};

let sent: unknown;

beforeEach(() => {
  sent = undefined;
  server.use(
    http.post('*/api/setup', async ({ request }) => {
      sent = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ token: 't', refreshToken: 'r', user: aUser({ firstName: 'Mara' }) }),
    ),
  );
});

async function open({ needsAccount = true, sites = both } = {}) {
  server.use(http.post('*/api/setup/look', () => HttpResponse.json({ needsAccount, sites })));
  const { user } = renderApp('/setup?key=abc');
  await screen.findByRole('button', { name: /^(Start listening|Finish)$/ });
  return user;
}

test('one form creates the account, selects the sites and signs in', async () => {
  const user = await open();
  for (const [label, value] of Object.entries(fields)) {
    await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('checkbox', { name: 'Bluesky' }));
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  await screen.findByRole('heading', { name: /Mara/ });
  expect(address()).toBe('/dashboard');
  expect(sent).toMatchObject({
    key: 'abc',
    sites: ['news.ycombinator.com'],
    account: { email: 'mara@example.com', firstName: 'Mara', lastName: 'Lind' },
  });
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
  server.use(
    http.post('*/api/setup', () =>
      refusal(422, 'VALIDATION_FAILED', 'This address cannot be used', {
        fields: { 'account.email': 'This address cannot be used' },
      }),
    ),
  );
  for (const [label, value] of Object.entries(fields)) {
    await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  expect(await screen.findByText('This address cannot be used')).toBeVisible();
  expect(sent).toBeUndefined();
});

test('with an account only the sites are requested', async () => {
  signIn();
  const user = await open({ needsAccount: false });
  expect(screen.queryByLabelText('Email')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Start listening' }));
  await expect.poll(address).toBe('/dashboard');
  expect(sent).toEqual({ key: 'abc', sites: both });
});

test('a link that was used says so', async () => {
  server.use(
    http.post('*/api/setup/look', () => refusal(403, 'SETUP_LINK_INVALID', 'It was used before.')),
  );
  renderApp('/setup?key=abc');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});
