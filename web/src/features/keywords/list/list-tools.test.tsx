import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import './keywords-page';

beforeEach(() => {
  signIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const three = () => [
  aWatch({ _id: 'a', keyword: 'rust', tags: ['lang'] }),
  aWatch({ _id: 'b', keyword: 'tea', isActive: false }),
  aWatch({ _id: 'c', keyword: 'crab', tags: ['lang'] }),
];

const keywords = () =>
  within(screen.getByRole('list', { name: 'Keyword watches' }))
    .queryAllByRole('heading')
    .map(({ textContent }) => textContent);

const choose = (name: string) => screen.getByRole('checkbox', { name });

async function open(address = '/keywords', watches = three()) {
  const served = serveWatches(watches);
  const { user } = renderApp(address);
  await screen.findByRole('list', { name: 'Keyword watches' });
  return { user, ...served };
}

test('the list is filtered and ordered, and keeps that while a dialog is open', async () => {
  const { user } = await open('/keywords?tag=lang');
  expect(keywords()).toEqual(['rust', 'crab']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By name');
  expect(keywords()).toEqual(['crab', 'rust']);
  await user.type(screen.getByRole('searchbox', { name: 'Filter keywords' }), 'ru');
  expect(keywords()).toEqual(['rust']);
  await user.click(screen.getByRole('button', { name: 'Edit rust' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(keywords()).toEqual(['rust']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Inactive');
  expect(await screen.findByText('No keywords match these filters.')).toBeVisible();
});

test('one keyword alone needs no filters', async () => {
  await open('/keywords', [aWatch()]);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the selected keywords are paused and resumed in one call', async () => {
  const { user, changed } = await open();
  await user.click(choose('Select rust'));
  await user.click(choose('Select crab'));
  expect(screen.getByText('2 keywords selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('2 keywords paused')).toBeVisible();
  expect(changed).toEqual([{ action: 'pause', ids: ['a', 'c'] }]);
  await waitFor(() =>
    expect(screen.getAllByText('Inactive', { selector: 'span' })).toHaveLength(3),
  );
  expect(choose('Select rust')).not.toBeChecked();
  await user.click(choose('Select all listed keywords'));
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('3 keywords resumed')).toBeVisible();
});

test('deleting several asks first', async () => {
  const { user, changed } = await open();
  await user.click(choose('Select tea'));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 1 keyword?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('1 keyword deleted')).toBeVisible();
  await waitFor(() => expect(keywords()).toEqual(['rust', 'crab']));
  expect(changed).toEqual([{ action: 'delete', ids: ['b'] }]);
});

test('a selection is cleared, and made again', async () => {
  const { user, changed } = await open();
  await user.click(choose('Select all listed keywords'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(choose('Select rust'));
  await user.click(choose('Select tea'));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await screen.findByText('2 keywords paused');
  expect(changed).toEqual([{ action: 'pause', ids: ['a', 'b'] }]);
});

test('a refusal is reported, and the selection stays', async () => {
  const { user } = await open();
  server.use(http.post('*/api/keywords/bulk', () => refusal(500, 'INTERNAL', 'Not now')));
  await user.click(choose('Select rust'));
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('The keywords could not be changed')).toBeVisible();
  expect(choose('Select rust')).toBeChecked();
});

test('a card shows the last days and the last match', async () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
  const trend = {
    days,
    maxCount: 500,
    watches: [{ _id: 'a', counts: [0, 1, 0, 4, 0], proposalDueAt: null }],
  };
  server.use(http.get('*/api/keywords/activity', () => HttpResponse.json(trend)));
  await open('/keywords', [
    aWatch({ _id: 'a', lastMatchAt: new Date(Date.now() - 3 * 3_600_000).toISOString() }),
  ]);
  expect(await screen.findByRole('img', { name: 'Last 7 days: 5 matches' })).toBeInTheDocument();
  expect(screen.getByText('3h ago').parentElement).toHaveTextContent('Last match 3h ago');
});
