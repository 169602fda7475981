import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { anItem, aUser, aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { endWaits } from '@/testing/waits';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const LIMIT_TEXT =
  "You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!";

const UPGRADE_TEXT =
  '“Titles only” is one of the advanced filters, which are part of the Pro plan. You can save the keyword without it.';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  MatcherWorker.calls = [];
});

test('a new watch is sent whole, with the defaults', async () => {
  const { saved } = serveWatches();
  const { user } = await openAddDialog();
  expect(keywordField()).toHaveAttribute('placeholder', 'Enter keyword to watch');
  await user.type(keywordField(), '  rust ');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword added successfully!')).toBeVisible();
  expect(saved).toEqual([
    {
      keyword: 'rust',
      mode: 'literal',
      subreddits: ['all'],
      excludedSubreddits: [],
      excludedAuthors: [],
      isActive: true,
      tags: [],
      notes: '',
      description: '',
      filters: aWatch().filters,
      notificationSettings: aWatch().notificationSettings,
    },
  ]);
  act(endWaits);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'rust' })).toBeVisible();
});

test('a keyword is required', async () => {
  const { saved } = serveWatches();
  const { user, dialog } = await openAddDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword is required')).toBeVisible();
  expect(keywordField()).toHaveFocus();
  expect(saved).toEqual([]);
});

test('an edit keeps what the form does not show', async () => {
  const kept = { tags: ['a'], notes: 'n', filters: { ...aWatch().filters, wholeWordOnly: true } };
  const { saved } = serveWatches([aWatch({ ...kept, isActive: false })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await screen.findByRole('dialog', { name: 'Edit Keyword' });
  await user.clear(keywordField());
  await user.type(keywordField(), 'zig');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Keyword updated successfully!')).toBeVisible();
  expect(saved).toMatchObject([
    { keyword: 'zig', subreddits: ['programming'], isActive: false, ...kept },
  ]);
});

test.each([
  ['KEYWORD_LIMIT_EXCEEDED', 'Refused'],
  ['FORBIDDEN', 'You have hit the keyword limit'],
])('a create refused with %s “%s” shows the upgrade popup', async (code, text) => {
  serveWatches();
  server.use(http.post('*/api/keywords', () => refusal(403, code, text)));
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  const popup = await screen.findByRole('dialog', { name: 'Keyword Limit Reached' });
  expect(popup).toHaveAccessibleDescription(LIMIT_TEXT);
  await user.click(within(popup).getByRole('button', { name: 'Maybe Later' }));
  expect(keywordField()).toHaveValue('rust');
});

test('the limit is shown before a keyword too many is filled in', async () => {
  serveWatches(['1', '2', '3'].map((_id) => aWatch({ _id, keyword: `rust ${_id}` })));
  const { user } = renderApp('/keywords');
  await screen.findByRole('button', { name: 'Edit rust 1' });
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  const popup = await screen.findByRole('dialog', { name: 'Keyword Limit Reached' });
  await user.click(within(popup).getByRole('button', { name: 'Maybe Later' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an update refused for the limit shows the upgrade popup', async () => {
  serveWatches([aWatch({ isActive: false })]);
  server.use(
    http.put('*/api/keywords/:id', () => refusal(403, 'KEYWORD_LIMIT_EXCEEDED', 'Too many')),
  );
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByRole('dialog', { name: 'Keyword Limit Reached' })).toBeVisible();
});

test('a free user who touches a filter is asked to upgrade, and nothing changes', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.click(screen.getByText('Filters'));
  const titles = screen.getByRole('switch', { name: 'Titles only' });
  await user.click(titles);
  const popup = await screen.findByRole('dialog', { name: 'Upgrade to Pro' });
  expect(popup).toHaveAccessibleDescription(UPGRADE_TEXT);
  await user.click(within(popup).getByRole('button', { name: 'Maybe Later' }));
  expect(titles).not.toBeChecked();
  await waitFor(() => expect(titles).toHaveFocus());
});

test('a filter left over from an ended Pro plan can be reset on Free', async () => {
  const filters = { ...aWatch().filters, wholeWordOnly: true };
  const { saved } = serveWatches([aWatch({ filters })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByText('Filters'));
  await user.click(screen.getByRole('switch', { name: 'Whole words only' }));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([{ filters: aWatch().filters }]);
});

test('a Pro user’s filters count in the preview and are saved', async () => {
  server.use(
    http.get('*/api/users/profile', () => HttpResponse.json({ user: aUser({ isPro: true }) })),
  );
  const { saved } = serveWatches([], [anItem(1, { body: 'rust' })]);
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  expect(await screen.findByText('1 of 1 recent item matches')).toBeVisible();
  await user.click(screen.getByText('Filters'));
  await user.click(screen.getByRole('switch', { name: 'Titles only' }));
  expect(await screen.findByText('0 of 1 recent item match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  expect(saved).toMatchObject([{ filters: { ...aWatch().filters, matchTitlesOnly: true } }]);
});

test.each([true, false])('what turns email off is said only if it is: %s', async (on) => {
  const preferences = { ...aUser().notificationPreferences, emailNotifications: on };
  const user = aUser({ notificationPreferences: preferences });
  signIn(user);
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user })));
  serveWatches();
  const page = await openAddDialog();
  await page.user.click(screen.getByText('Alerts'));
  const hint = screen.queryByText('No email is sent while email is turned off in Settings.');
  expect(hint === null).toBe(on);
});

test('a watch may have an email frequency of its own', async () => {
  const { saved } = serveWatches([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.click(screen.getByText('Alerts'));
  const field = screen.getByLabelText('Email for this keyword');
  expect(within(field).getByRole('option', { selected: true })).toHaveTextContent(
    'As set in Settings',
  );
  await user.selectOptions(field, 'Daily digest');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Keyword updated successfully!');
  expect(saved).toMatchObject([
    {
      notificationSettings: {
        browserNotification: true,
        emailNotification: true,
        frequency: 'daily',
      },
    },
  ]);
});

test('the server’s field errors are shown at the fields', async () => {
  serveWatches();
  const fields = { keyword: 'Too odd', 'subreddits.0': 'Not this one' };
  server.use(
    http.post('*/api/keywords', () => refusal(422, 'VALIDATION_FAILED', 'Check it', { fields })),
  );
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await waitFor(() => expect(keywordField()).toHaveAccessibleDescription('Too odd'));
  expect(subredditField()).toHaveAccessibleDescription(/Not this one/);
});
