import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { SavedSearch, SavedSearchInput } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { address, renderApp, shownPage, signIn } from '@/testing/render-app';
import { serve } from '@/testing/server';

// Imported here so that compiling them does not count against the first test.
import './saved-views';
import '@/features/notifications/list/notifications-page';

beforeEach(() => {
  signIn();
  serveNotifications([aNotification({ status: 'read' })]);
});

const aView = (changes: Partial<SavedSearch> = {}): SavedSearch => ({
  ...{ _id: 'view-1', name: 'Old', filters: { status: 'read' }, view: 'oldest', density: 'rows' },
  createdAt: '2026-01-05T10:00:00Z',
  ...changes,
});

const aSearch = () =>
  aView({ _id: 'search-1', name: 'Tea', filters: { q: 'tea' }, view: null, density: null });

/** Renders a page for a user who has saved this. */
function open(path: string, initial: SavedSearch[]) {
  let searches = initial;
  const served = serve({
    'GET /searches': () => ({ searches }),
    'POST /searches': ({ body }) => {
      const made = aView({ _id: 'view-2', ...(body as SavedSearchInput) });
      searches = [...searches, made];
      return made;
    },
    'PUT /searches/:id': ({ body }) => {
      searches = searches.map((one) => ({ ...one, ...(body as { name: string }) }));
      return searches[0];
    },
    'DELETE /searches/:id': () => {
      searches = [];
    },
  });
  return { ...renderApp(path), ...served };
}

const saved = () => screen.findByRole('navigation', { name: 'Saved' });
const isRow = async () =>
  (await screen.findByRole('article')).querySelector('[data-opens]') !== null;

test('a view of the inbox is saved, and is in the menu and under a key from then on', async () => {
  const { user, asked } = open('/notifications?status=read&view=timeline', []);
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  expect(screen.queryByRole('navigation', { name: 'Saved' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Read, newest');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const link = within(await saved()).getByRole('link', { name: 'Read, newest' });
  expect(asked).toEqual([
    [
      'POST /searches',
      {
        ...{ name: 'Read, newest', filters: { status: 'read' } },
        ...{ view: 'timeline', density: 'cards' },
      },
    ],
  ]);
  const there = '/notifications?status=read&view=timeline&density=cards';
  expect(link).toHaveAttribute('href', there);
  expect(link).not.toHaveAttribute('aria-current');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('g1');
  expect(address()).toBe(there);
  expect(link).toHaveAttribute('aria-current', 'page');
  await user.keyboard('?');
  const keys = await screen.findByRole('region', { name: 'Saved' });
  expect(keys).toHaveTextContent('g 1Go to Read, newest');
});

test('a view has its own density until another one is chosen on the page', async () => {
  const { user } = open('/dashboard', [aView()]);
  await user.click(within(await saved()).getByRole('link', { name: 'Old' }));
  expect(await isRow()).toBe(true);
  expect(localStorage.getItem('density')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Archived' }));
  expect(address()).toBe('/notifications?status=archived&view=oldest&density=rows');
  await user.click(screen.getByRole('button', { name: 'Density: Rows' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Cards' }));
  expect(address()).toBe('/notifications?status=archived&view=oldest');
});

test('after a view, the inbox opens as it was before', async () => {
  const { user } = open('/notifications?view=timeline', [aView()]);
  await screen.findByRole('heading', { level: 1 });
  await user.click(within(await saved()).getByRole('link', { name: 'Old' }));
  expect(await isRow()).toBe(true);
  await user.keyboard('gd');
  await screen.findByRole('heading', { name: /^Welcome back/ });
  await user.keyboard('gi');
  await waitFor(() => expect(address()).toBe('/notifications?view=timeline'));
});

test('what is saved is renamed and deleted in the menu', async () => {
  const { user } = open('/dashboard', [aView()]);
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^More for / }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Rename');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('link', { name: 'Old!' });
  await choose('Delete');
  expect(await screen.findByText('Delete the view “Old!”?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Saved' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a search is in the menu, too, and so is the way to more than have a key', async () => {
  const many = Array.from({ length: 11 }, (_, at) => aView({ _id: `${at}`, name: `View ${at}` }));
  open('/dashboard', [aSearch(), ...many]);
  await shownPage();
  const links = within(await saved()).getAllByRole('link');
  expect(links).toHaveLength(10);
  expect(links[0]).toHaveAttribute('href', '/notifications/search?q=tea');
  expect(links[9]).toHaveTextContent('All 12 saved');
  expect(links[9]).toHaveAttribute('href', '/notifications/search');
});
