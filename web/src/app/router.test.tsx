import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, test } from 'vitest';

import { protectedPaths } from '@/config/paths';
import pages from '@/config/public-pages.json';
import { useSession } from '@/lib/http/session';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

const publicPages: [path: string, heading: string][] = [
  ['/', 'Hear it the moment someone says it.'],
  ['/login', 'Harken'],
  ['/register', 'Create your account'],
  ['/setup?key=abc', 'Set up Harken'],
  ['/verify-email', 'Check your inbox'],
  ['/verify-success?email=a%40b.example&message=Email+verified+successfully', 'Email Verified!'],
  ['/forgot-password', 'Reset your password'],
  ['/reset-password?token=abc', 'Choose a new password'],
  ['/terms', 'Terms of Service'],
  ['/refund', 'Refund Policy'],
  ['/privacy', 'Privacy Policy'],
  ['/status', 'Status'],
];
const unknownPaths = ['/nowhere', '/dashboard/more', '/login/again', '/Terms.html'];

describe('signed out', () => {
  test.each(publicPages)(
    '%s shows its page, with the title the server sends',
    async (path, name) => {
      renderApp(path);
      expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
      expect(address()).toBe(path);
      const title = pages.find((page) => page.path === path.split('?')[0])?.title;
      expect(document.title).toBe(title?.replace('{sources}', 'Reddit'));
    },
  );

  test('every public page of the table that the server reads has a route', () => {
    expect(publicPages.map(([path]) => path.replace(/\?.*/, '')).sort()).toEqual(
      pages.map(({ path }) => path).sort(),
    );
  });

  test.each(protectedPaths)('%s leads to the login', async (path) => {
    renderApp(path);
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(address()).toBe('/login');
  });

  test.each(unknownPaths)('%s leads to the landing page', async (path) => {
    renderApp(path);
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible();
    expect(address()).toBe('/');
  });
});

describe('signed in', () => {
  test.each(protectedPaths)('%s shows inside the layout', async (path) => {
    signIn();
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(address()).toBe(path);
  });

  // The setup page is reachable with an account, and the status page is for everyone.
  const others = publicPages
    .map(([path]) => path)
    .filter((path) => !path.startsWith('/setup') && path !== '/status');

  test.each([...others, ...unknownPaths])('%s leads to the dashboard', async (path) => {
    signIn();
    renderApp(path);
    expect(await screen.findByRole('heading', { name: 'Welcome back, Mara!' })).toBeVisible();
    expect(address()).toBe('/dashboard');
  });
});

test('a full-screen spinner shows while the profile is fetched', async () => {
  signIn();
  renderApp('/dashboard');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeVisible();
});

test('the menu has the seven screens, and the user with a way out', async () => {
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
    'Channels',
    'Coverage',
    'Analytics',
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

test('a 401 of any call ends the session if no fresh token can be obtained', async () => {
  server.use(
    http.get('*/api/keywords', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
    http.post('*/api/auth/refresh', () => refusal(401, 'UNAUTHORIZED', 'Please sign in')),
  );
  signIn();
  renderApp('/keywords');
  await waitFor(() => expect(address()).toBe('/login'));
  for (const key of ['token', 'refreshToken', 'user']) expect(localStorage.getItem(key)).toBeNull();
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
