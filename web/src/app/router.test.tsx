import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';

import { protectedPaths } from '@/config/paths';
import { useSession } from '@/lib/session';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

test.each(protectedPaths)('signed out, %s leads to the login', async (path) => {
  renderApp(path);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(address()).toBe('/login');
});

test('signed out, an unknown path leads to the landing page', async () => {
  renderApp('/nowhere');
  expect(await screen.findByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/register',
  );
  expect(address()).toBe('/');
});

test.each(['/', '/login', '/register', '/nowhere'])(
  'signed in, %s leads to the dashboard',
  async (path) => {
    signIn();
    renderApp(path);
    expect(await screen.findByRole('heading', { name: 'Welcome back, Mara!' })).toBeVisible();
    expect(address()).toBe('/dashboard');
  },
);

test('a full-screen spinner shows while the profile is fetched', async () => {
  signIn();
  renderApp('/dashboard');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeVisible();
});

test('the menu has the six screens, and the user with a way out', async () => {
  signIn();
  const { user } = renderApp('/dashboard');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  const names = within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual([
    'Dashboard',
    'Keywords',
    'Notifications',
    'AI Insights',
    'Subscription',
    'Settings',
  ]);
  expect(screen.getByText('Mara Lind')).toBeVisible();
  expect(screen.getByText('mara@example.com')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('an expired session on a protected path leads to the login', async () => {
  server.use(
    http.get('*/api/users/profile', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
    http.post('*/api/auth/refresh', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
  );
  signIn();
  renderApp('/settings');
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('refreshToken')).toBeNull();
});

test('an expired session on a public path leads to the landing page', async () => {
  server.use(
    http.get('*/api/users/profile', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
    http.post('*/api/auth/refresh', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
  );
  signIn();
  renderApp('/register');
  await waitFor(() => expect(address()).toBe('/'));
});

test('a sign-out in another tab signs this one out', async () => {
  signIn();
  renderApp('/dashboard');
  await screen.findByRole('heading', { name: /Welcome back/ });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(useSession.getState().user).toBeNull();
});
