import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { address, renderApp, shownPage, signIn } from '@/testing/render-app';

vi.mock('@/config/site', () => ({
  site: {
    plansOn: false,
    modelOn: false,
    registrationOpen: true,
    sendsMail: true,
    readsReddit: true,
    supportEmail: 'help@example.com',
    sites: [],
    nonce: undefined,
  },
}));

test.each(['/', '/terms', '/refund', '/privacy'])(
  'with plans off %s names no price and links to none',
  async (path) => {
    renderApp(path);
    await shownPage();
    expect(document.body.textContent).not.toMatch(/\$\s?\d|\bCAD\b|9\.99/);
    expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Pro' })).toBeNull();
  },
);

test('with plans off nothing leads a user to plans', async () => {
  signIn();
  renderApp('/settings');
  expect(await screen.findByText('Time zone')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Channels' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Subscription' })).toBeNull();
  expect(screen.queryByText('Subscription plan')).toBeNull();
});

test('with plans off the subscription shows only the usage', async () => {
  signIn();
  renderApp('/subscription');
  const page = await shownPage();
  expect(page).toHaveTextContent('Everything is included on this server');
  expect(screen.getByRole('region', { name: 'Your usage' })).toBeVisible();
  expect(page).not.toHaveTextContent(/\$\s?\d|\bCAD\b|Upgrade|Billing/);
});

test.each(['/subscription/success', '/subscription/cancel'])(
  'with plans off %s leads to the dashboard',
  async (path) => {
    signIn();
    renderApp(path);
    expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeVisible();
    expect(address()).toBe('/dashboard');
  },
);

test('the support address is that of the server', async () => {
  renderApp('/');
  expect(await screen.findByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
});
