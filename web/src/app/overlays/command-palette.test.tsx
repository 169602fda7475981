import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { aNotification, aWatch } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { address, renderApp, signIn } from '@/testing/render-app';
import { serve, server } from '@/testing/server';

// Imported here so that compiling the page does not count against the first test.
import '../dashboard/dashboard-page';
import './command-palette';
import './read-all-dialog';
import './shortcuts-dialog';
import '@/features/keywords/list/keywords-page';

const watches = [
  aWatch({ keyword: 'rust', subreddits: ['programming', 'rust'] }),
  aWatch({ _id: 'watch-2', keyword: 'status page' }),
];

beforeEach(() => {
  signIn();
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches, total: 2, active: 2, limit: null }),
    ),
    http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })),
  );
});

async function open() {
  const { user } = renderApp('/dashboard');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: /Search pages/ });
  return { user, box };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true });

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '%s opens the palette with the focus in its box, and closes it',
  async (keys) => {
    const { user } = renderApp('/dashboard');
    await screen.findByRole('heading', { level: 1 });
    const before = screen.getByRole('button', { name: /Search or jump to…/ });
    before.focus();
    await user.keyboard(keys);
    const dialog = await screen.findByRole('dialog', { name: 'Command palette' });
    const box = within(dialog).getByRole('combobox');
    expect(box).toHaveFocus();
    expect(box).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    await user.keyboard(keys);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(before).toHaveFocus());
  },
);

test('text typed right after the palette’s keys is in its box', async () => {
  const idle = vi.fn<(work: () => void) => number>();
  vi.stubGlobal('requestIdleCallback', idle);
  const { user } = renderApp('/dashboard');
  await screen.findByRole('heading', { level: 1 });
  await act(async () => {
    for (const [work] of idle.mock.calls) work();
    await import('./command-palette');
  });
  await user.keyboard('{Control>}k{/Control}channels');
  expect(screen.getByRole('combobox')).toHaveValue('channels');
});

test('the layout has buttons that open the palette', async () => {
  const { user } = renderApp('/dashboard');
  for (const name of [/Search or jump to…/, 'Search or jump to']) {
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('the palette offers the pages, the actions and the user’s keywords', async () => {
  await open();
  const section = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await screen.findByRole('option', { name: /rust/ });
  expect(section('Pages')).toEqual([
    'Dashboard',
    'Keywords',
    'Notifications',
    'Channels',
    'Coverage',
    'Analytics',
    'AI Insights',
    'Subscription',
    'Settings',
    'Muted',
    'Search',
    'Starred',
  ]);
  expect(section('Actions')).toEqual([
    'Add keyword',
    'Import keywords',
    'Mark all notifications as readNothing unread',
    'Switch to dark theme',
    'Keyboard shortcuts?',
    'Sign out',
  ]);
  expect(section('Keywords')).toEqual(['rustr/programming, r/rust', 'status pager/programming']);
});

test('the palette opens saved searches', async () => {
  const filters = { q: 'tea', starred: true };
  const search = {
    _id: 'search-1',
    name: 'Worth reading',
    filters,
    ...{ view: null, density: null },
    createdAt: '2026-01-01T00:00:00Z',
  };
  serve({
    'GET /searches': { searches: [search] },
    'GET /notifications/search': { notifications: [], next: null, searchedBackTo: null },
  });
  const { user } = await open();
  await screen.findByRole('option', { name: /^Worth reading/ });
  await user.keyboard('worth{Enter}');
  await waitFor(() => expect(address()).toBe('/notifications/search?q=tea&starred=true'));
});

test('the arrow keys wrap around, and the box names the option that Enter runs', async () => {
  const { user, box } = await open();
  await screen.findByRole('option', { name: /rust/ });
  expect(chosen()).toHaveTextContent('Dashboard');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('Keywords');
  expect(box).toHaveAttribute('aria-activedescendant', chosen().id);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toHaveTextContent('status page');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('Dashboard');
});

test('typed words narrow the options down, and labels that begin with them come first', async () => {
  const { user } = await open();
  await screen.findByRole('option', { name: /rust/ });
  await user.keyboard('read mark');
  expect(options()).toEqual(['Mark all notifications as readNothing unread']);
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('s');
  expect(options().slice(0, 2)).toEqual(['Subscription', 'Settings']);
  await user.keyboard('zzz');
  expect(options()).toEqual([]);
  expect(screen.getByText('No results.')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox')).toHaveFocus();
});

test('choosing a page opens it, with the focus on its heading', async () => {
  const { user } = await open();
  await user.keyboard('keyw{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Keyword Watches' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(heading).toHaveFocus());
});

test.each([
  ['add key', 'Add New Keyword', ''],
  ['status pa', 'Edit Keyword', 'status page'],
])('"%s" opens "%s"', async (typed, title, keyword) => {
  const { user } = await open();
  await screen.findByRole('option', { name: /status page/ });
  await user.keyboard(`${typed}{Enter}`);
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(within(dialog).getByPlaceholderText('Enter keyword to watch')).toHaveValue(keyword);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/keywords');
});

test('"csv" opens the import', async () => {
  const { user } = await open();
  await user.keyboard('csv{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Import keywords' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe('/keywords');
});

test('the palette switches the theme', async () => {
  const { user } = await open();
  await user.keyboard('dark{Enter}');
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('the palette signs out', async () => {
  const { user } = await open();
  await user.keyboard('log out{Enter}');
  await waitFor(() => expect(address()).toBe('/'));
});

test('all notifications are marked as read after a confirmation', async () => {
  const { asked } = serveNotifications([aNotification()]);
  const { user } = await open();
  await screen.findByRole('option', { name: /1 unread/ });
  await user.keyboard('mark all{Enter}');
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Mark all notifications as read?',
  });
  expect(asked).not.toContain('POST /notifications/read');
  await user.click(within(dialog).getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('All notifications are marked as read')).toBeVisible();
  expect(asked).toContain('POST /notifications/read');
});

test('very many are marked as read in several calls, and the dialog says how many are', async () => {
  serveNotifications([aNotification()]);
  const bodies: unknown[] = [];
  let goOn: (() => void) | undefined;
  server.use(
    http.post('*/api/notifications/read', async ({ request }) => {
      bodies.push(await request.json());
      if (bodies.length === 1) {
        return HttpResponse.json({ changed: 20_000, remaining: 30_000, upTo: 7 });
      }
      await new Promise<void>((resolve) => (goOn = resolve));
      return HttpResponse.json({ changed: 30_000, remaining: 0, upTo: 7 });
    }),
  );
  const { user } = await open();
  await user.keyboard('mark all{Enter}');
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Mark all as read' }));
  const progress = '20,000 of 50,000 notifications are marked as read.';
  expect(await within(dialog).findByText(progress)).toBeVisible();
  await waitFor(() => expect(bodies).toEqual([{}, { upTo: 7 }]));
  // Whoever closes the dialog is told in the end.
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  goOn?.();
  expect(await screen.findByText('All notifications are marked as read')).toBeVisible();
});

test('the keys are listed, also by “?”, and single keys can be switched off', async () => {
  const { user } = await open();
  await user.keyboard('help{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const keys = within(dialog)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  const goKeys = ['d', 'k', 'i', 'f', 'm', 'c', 'v', 'y', 'a', 'b', 's'].map((key) => `g ${key}`);
  const triageKeys = 'j k x X J K Enter Esc o t w m e # ! s f u'.split(' ');
  expect(keys).toEqual(['Ctrl K', '?', ...goKeys, ...triageKeys]);
  await user.keyboard('{Escape}');

  await user.keyboard('?');
  await user.click(
    await screen.findByRole('switch', { name: 'Single-key shortcuts on this device' }),
  );
  await user.keyboard('{Escape}');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});
