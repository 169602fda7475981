import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp, signIn } from '@/testing/render-app';
import { keywordField, openAddDialog, serveWatches, subredditField } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

type User = Awaited<ReturnType<typeof openAddDialog>>['user'];

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const offered = () => screen.queryByText(/Your earlier input is still here/);
const openAdd = (user: User) => user.click(screen.getByRole('button', { name: 'Add Keyword' }));

test('typed values are restored after Escape, even text that is not a name yet', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  expect(offered()).toBeNull();
  await user.type(keywordField(), 'rust');
  await user.type(subredditField(), 'webdev,prog');
  // The first Escape closes the suggestions.
  await user.keyboard('{Escape}{Escape}');
  await isClosed();
  await openAdd(user);
  expect(keywordField()).toHaveValue('rust');
  expect(screen.getByText('r/webdev')).toBeVisible();
  expect(subredditField()).toHaveValue('prog');
  expect(offered()).toBeVisible();
});

test('discarding the draft resets the form', async () => {
  const { saved } = serveWatches([aWatch({ notes: 'Old' })]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.type(keywordField(), 'y');
  await user.keyboard('{Escape}');
  await isClosed();
  await user.click(screen.getByRole('button', { name: 'Edit rust' }));
  expect(keywordField()).toHaveValue('rusty');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(keywordField()).toHaveValue('rust');
  expect(offered()).toBeNull();
  await user.keyboard('{Escape}');
  await isClosed();
  await user.click(screen.getByRole('button', { name: 'Edit rust' }));
  expect(offered()).toBeNull();
  expect(saved).toEqual([]);
});

test('a form that is unchanged, cancelled or saved leaves no draft', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.keyboard('{Escape}');
  await isClosed();
  await openAdd(user);
  expect(offered()).toBeNull();
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await isClosed();
  await openAdd(user);
  expect(offered()).toBeNull();
  expect(keywordField()).toHaveValue('');
  await user.type(keywordField(), 'rust');
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  await screen.findByText('Keyword added successfully!');
  await user.keyboard('{Escape}');
  await isClosed();
  await openAdd(user);
  expect(offered()).toBeNull();
  expect(keywordField()).toHaveValue('');
});

test('a draft belongs to its watch', async () => {
  serveWatches([aWatch()]);
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Edit rust' }));
  await user.type(keywordField(), 'y');
  await user.keyboard('{Escape}');
  await isClosed();
  await openAdd(user);
  expect(keywordField()).toHaveValue('');
});

test('an example takes precedence over what was typed for another keyword', async () => {
  serveWatches();
  const { user } = await openAddDialog();
  await user.type(keywordField(), 'rust');
  await user.keyboard('{Escape}');
  await isClosed();
  await user.click(screen.getByRole('button', { name: /^alternative to/ }));
  expect(keywordField()).toHaveValue('alternative to');
  await user.keyboard('{Escape}');
  await isClosed();
  await openAdd(user);
  expect(keywordField()).toHaveValue('rust');
});
