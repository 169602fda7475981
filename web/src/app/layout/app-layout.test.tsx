import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { address, renderApp, shownPage, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import '../dashboard/dashboard-page';
import '@/features/keywords/list/keywords-page';

beforeEach(() => signIn());

const menu = () => screen.findByRole('navigation', { name: 'Main' });

test('the screens are in one main landmark, beside the menu', async () => {
  renderApp('/dashboard');
  await menu();
  expect(await shownPage()).toContainElement(screen.getByRole('heading', { level: 1 }));
  expect(screen.getByRole('main')).not.toContainElement(await menu());
});

test('the menu marks the current screen, and one below it', async () => {
  renderApp('/subscription/success');
  const link = within(await menu()).getByRole('link', { name: 'Subscription' });
  expect(link).toHaveAttribute('aria-current', 'page');
  expect(within(await menu()).getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute(
    'aria-current',
  );
});

test('the first link skips the menu', async () => {
  const { user } = renderApp('/dashboard');
  await menu();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(address()).toBe('/dashboard');
});

test('a new screen begins with the focus on its heading and is announced', async () => {
  const { user } = renderApp('/dashboard');
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveFocus();
  await user.click(within(await menu()).getByRole('link', { name: 'Keywords' }));
  const heading = await screen.findByRole('heading', { name: 'Keyword Watches' });
  await waitFor(() => expect(heading).toHaveFocus());
  await screen.findByText('Keyword Watches · Harken', { selector: 'p' });
});

test('the slide-over menu works by keyboard and returns the focus', async () => {
  const { user } = renderApp('/dashboard');
  const opener = await screen.findByRole('button', { name: 'Open menu' });
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Menu' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());

  await user.keyboard('{Enter}');
  await screen.findByRole('dialog');
  screen.getByRole('link', { name: 'Keywords' }).focus();
  await user.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Keyword Watches' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(heading).toHaveFocus());
});

test('the theme is switched, and kept with the account', async () => {
  let saved: unknown;
  server.use(
    http.put('*/api/users/settings', async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json({});
    }),
  );
  const { user } = renderApp('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await waitFor(() => expect(saved).toEqual({ theme: 'dark' }));
  await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
  expect(document.documentElement.dataset.theme).toBe('light');
});
