import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Watch } from '@/api/types';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { keywordField, serveWatches } from '@/testing/watch-server';

// Imported here so that compiling it does not count against the first test.
import './keywords-page';

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

/** Returns `count` watches, whose keywords are `word 1` and so on. */
const many = (count: number, changes: Partial<Watch> = {}) =>
  Array.from({ length: count }, (_, at) =>
    aWatch({ _id: `watch-${at + 1}`, keyword: `word ${at + 1}`, ...changes }),
  );

const list = () => within(screen.getByRole('list', { name: 'Keyword watches' }));
const opener = (keyword: string) => screen.getByRole('button', { name: keyword });
const boxes = () => list().getAllByRole('checkbox');

async function open(watches: Watch[], path = '/keywords') {
  const served = serveWatches(watches);
  const { user } = renderApp(path);
  await screen.findByRole('list', { name: 'Keyword watches' });
  return { user, ...served };
}

/** Reports what is near the viewport when a test says so; at first, nothing is. */
class Observer {
  static seen: Element[] = [];
  static report: (entries: Partial<IntersectionObserverEntry>[]) => void = () => undefined;
  constructor(report: typeof Observer.report) {
    Observer.report = report;
  }
  observe = (element: Element) => Observer.seen.push(element);
  unobserve = () => undefined;
}

test('of 200 keywords only those near the viewport are rows', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  await open(many(200));
  // The rows of the first page that are far away are lines of text.
  expect(list().getAllByRole('listitem')).toHaveLength(100);
  expect(boxes()).toHaveLength(16);
  expect(list().getAllByRole('button')).toHaveLength(16);
  expect(screen.getByText('word 100')).toBeInTheDocument();

  const [next] = Observer.seen;
  const boundingClientRect = { height: 656 } as DOMRectReadOnly;
  act(() => Observer.report([{ target: next, isIntersecting: true, boundingClientRect }]));
  expect(boxes()).toHaveLength(32);
  act(() => Observer.report([{ target: next, isIntersecting: false, boundingClientRect }]));
  expect(boxes()).toHaveLength(16);
});

test('up to 12 keywords are cards', async () => {
  await open(many(12));
  expect(screen.getByRole('button', { name: 'Edit word 12' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'word 12' })).toBeNull();
});

test('a row opens to the whole card, which closes, and keeps the focus', async () => {
  const { user } = await open(many(13, { notes: 'Ask Ada.', tags: ['work'] }));
  expect(screen.queryByText('Ask Ada.')).toBeNull();
  await user.click(opener('word 3'));
  expect(opener('word 3')).toHaveAttribute('aria-expanded', 'true');
  expect(opener('word 3')).toHaveFocus();
  expect(screen.getByText('Ask Ada.')).toBeVisible();
  expect(list().getByText('work')).toBeVisible();
  for (const name of ['Hearing test: word 3', 'Snooze word 3', 'Edit word 3', 'Delete word 3']) {
    expect(screen.getByRole('button', { name })).toBeVisible();
  }
  expect(opener('word 4')).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{Enter}');
  expect(opener('word 3')).toHaveAttribute('aria-expanded', 'false');
  expect(opener('word 3')).toHaveFocus();
});

test('a row that is pointed at has the actions, and its click opens it', async () => {
  const { user } = await open(many(13));
  const edit = { name: 'Edit word 2' };
  expect(screen.queryByRole('button', edit)).toBeNull();
  await user.hover(opener('word 2'));
  await user.click(screen.getByRole('switch', { name: 'Watch word 2' }));
  expect(await screen.findByText('13 keywords • 12 active')).toBeVisible();
  expect(list().getAllByText('Inactive')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Delete word 2' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'word 2' })).toBeNull());
});

test('a row says what needs attention', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const unreadable = { name: 'tea', reason: 'private', since: later } as const;
  const [one, two, ...others] = many(14);
  await open([
    { ...(one ?? aWatch()), snoozedUntil: later },
    { ...(two ?? aWatch()), unreadableSubreddits: [unreadable], isActive: false },
    ...others,
  ]);
  expect(list().getAllByText('Snoozed')).toHaveLength(1);
  expect(list().getAllByText('Some subreddits cannot be read')).toHaveLength(1);
  expect(list().getAllByText('Inactive')).toHaveLength(1);
  expect(list().queryByText('Active')).toBeNull();
});

test('an edited keyword is in the address, and going back closes it', async () => {
  const { user } = await open(many(2), '/keywords?q=word');
  await user.click(screen.getByRole('button', { name: 'Edit word 2' }));
  expect(address()).toBe('/keywords?q=word&watch=watch-2');
  expect(keywordField()).toHaveValue('word 2');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/keywords?q=word');
});

test('a link opens a keyword that is not in the list yet', async () => {
  const watches = many(150);
  server.use(http.get('*/api/keywords/watch-140', () => HttpResponse.json(watches[139])));
  const { user } = await open(watches, '/keywords?watch=watch-140');
  expect(await screen.findByRole('dialog', { name: 'Edit Keyword' })).toBeVisible();
  expect(keywordField()).toHaveValue('word 140');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/keywords'));
});

test('a link to a deleted keyword leads to the list', async () => {
  let asked = 0;
  server.use(
    http.get('*/api/keywords/gone', () => {
      asked += 1;
      return refusal(404, 'NOT_FOUND', 'Gone');
    }),
  );
  await open(many(2), '/keywords?watch=gone');
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the filter is in the address once typing rests', async () => {
  const { user } = await open(many(13));
  await user.type(screen.getByRole('searchbox', { name: 'Filter keywords' }), 'word 13');
  await waitFor(() => expect(boxes()).toHaveLength(1));
  await waitFor(() => expect(address()).toBe('/keywords?q=word+13'));
  await user.click(screen.getByRole('link', { name: 'Keywords' }));
  await waitFor(() => expect(boxes()).toHaveLength(13));
  expect(screen.getByRole('searchbox', { name: 'Filter keywords' })).toHaveValue('');
});
