import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { SavedSearch, SavedSearchInput } from '@/api/types';
import { aNotification, aUser } from '@/testing/fixtures';
import { aGate } from '@/testing/gate';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';
import { HN, signInWithSites } from '@/testing/sites';

import { filtersOf, queryOf, watchPath } from './search-filters';

const titled = (id: string, title: string) =>
  aNotification({ _id: id, redditPost: { ...aNotification().redditPost, title } });

const aSearch = (changes: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 'search-1',
  name: 'Tea',
  filters: { q: 'green tea', kind: 'post' },
  ...{ view: null, density: null },
  createdAt: '2026-01-05T10:00:00Z',
  ...changes,
});

let asked: string[];
let searches: SavedSearch[];

beforeEach(() => {
  asked = [];
  searches = [];
  pro();
  server.use(
    http.get('*/api/notifications/search', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        notifications: [titled('1', 'A year of tea')],
        next: null,
        searchedBackTo: null,
      });
    }),
    http.get('*/api/searches', () => HttpResponse.json({ searches })),
    http.post('*/api/searches', async ({ request }) => {
      const input = (await request.json()) as SavedSearchInput;
      const made = aSearch({ _id: 'search-2', ...input });
      searches = [...searches, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.put('*/api/searches/:id', async ({ request, params }) => {
      const { name } = (await request.json()) as { name: string };
      searches = searches.map((one) => (one._id === params.id ? { ...one, name } : one));
      return HttpResponse.json(searches[0]);
    }),
    http.delete('*/api/searches/:id', ({ params }) => {
      searches = searches.filter(({ _id }) => _id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function pro(isPro = true) {
  signIn({ isPro });
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user: aUser({ isPro }) })));
}

const results = async () =>
  within(await screen.findByRole('list', { name: 'Search results' })).getAllByRole('article');

const saved = async () => within(await screen.findByRole('navigation', { name: 'Saved searches' }));

describe('the address', () => {
  test('is the search, and unknown values are ignored', () => {
    const query = 'q=green+tea&keyword=tea&subreddit=drinks&from=2026-01-01&status=read&kind=post';
    const filters = filtersOf(new URLSearchParams(`${query}&page=3&until=`));
    expect(queryOf(filters)).toBe(query);
    expect(filtersOf(new URLSearchParams('status=lost&kind=poll&q=+'))).toEqual({});
  });

  test.each([
    [{ q: 'green tea' }, 'green tea'],
    [{ q: 'a OR b', kind: 'post' as const }, '(a OR b) type:post'],
    [{ q: 'a -b', kind: 'comment' as const, subreddit: '/r/tea' }, 'a -b type:comment'],
  ])('of a watch that looks for the same: %j', (filters, keyword) => {
    const params = new URL(watchPath(filters), 'https://a.example').searchParams;
    expect(params.get('keyword')).toBe(keyword);
    expect(params.get('mode')).toBe('query');
    expect(params.get('subreddit')).toBe('subreddit' in filters ? 'tea' : null);
  });
});

test('the typed and chosen filters are in the address and in the request', async () => {
  const { user } = renderApp('/notifications/search');
  await user.type(await screen.findByRole('searchbox', { name: 'Words' }), 'green tea');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Unread');
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await results()).toHaveLength(1);
  expect(address()).toBe('/notifications/search?q=green+tea&status=unread');
  expect(asked).toEqual(['?q=green%20tea&status=unread&limit=20']);
});

test('a site is searched by its name where one is read', async () => {
  signInWithSites({ isPro: true });
  const { user } = renderApp('/notifications/search');
  await user.type(await screen.findByLabelText('Subreddit or site'), 'hacker news');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await results();
  expect(address()).toBe(`/notifications/search?subreddit=${HN}`);
  expect(screen.getByLabelText('Subreddit or site')).toHaveValue('Hacker News');
});

test('an address with a search shows it', async () => {
  renderApp('/notifications/search?q=tea&kind=post');
  await results();
  expect(screen.getByRole('searchbox', { name: 'Words' })).toHaveValue('tea');
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('post');
  const { matchedKeyword } = aNotification();
  expect((await results())[0]).toHaveTextContent(`“${matchedKeyword}” • Unread`);
});

test('days in the wrong order are reported and not requested', async () => {
  const { user } = renderApp('/notifications/search');
  await user.type(await screen.findByLabelText('From'), '2026-02-02');
  await user.type(screen.getByLabelText('Until'), '2026-02-01');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('The last day is before the first.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('the search goes further back on request, even from an empty page', async () => {
  const pages = [
    { notifications: [], next: '5.5', searchedBackTo: '2026-01-05T10:00:00Z' },
    { notifications: [titled('1', 'Found at last')], next: null, searchedBackTo: null },
  ];
  server.use(
    http.get('*/api/notifications/search', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      return HttpResponse.json(pages[after === '5.5' ? 1 : 0]);
    }),
  );
  const { user } = renderApp('/notifications/search?q=tea');
  const further = await screen.findByRole('button', { name: 'Search further back' });
  expect(screen.getByText(/Nothing found since/)).toBeVisible();
  await user.click(further);
  expect(await screen.findByRole('heading', { name: 'Found at last' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /further|results/i })).toBeNull();
});

test('archived and deleted notifications show so without a new search', async () => {
  server.use(
    http.patch('*/api/notifications/:id/archive', () => new HttpResponse(null, { status: 204 })),
    http.delete('*/api/notifications/:id', () => new HttpResponse(null, { status: 204 })),
  );
  const { user } = renderApp('/notifications/search?q=tea');
  await results();
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(async () => expect((await results())[0]).toHaveTextContent('Archived'));
  await user.click(screen.getByRole('button', { name: 'Delete notification' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(asked).toHaveLength(1);
});

test('the page says when nothing is found, and when the search fails', async () => {
  server.use(
    http.get('*/api/notifications/search', () => refusal(422, 'VALIDATION_FAILED', 'No word')),
  );
  const { user } = renderApp('/notifications/search?q=!');
  expect(await screen.findByText('No word')).toBeVisible();
  server.use(
    http.get('*/api/notifications/search', () =>
      HttpResponse.json({ notifications: [], next: null, searchedBackTo: null }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found')).toBeVisible();
  const anew = screen.getByRole('link', { name: 'Start a new search' });
  expect(anew).toHaveAttribute('href', '/notifications/search');
});

test('a search is saved, renamed and deleted', async () => {
  const { user } = renderApp('/notifications/search?q=green+tea');
  await user.click(await screen.findByRole('button', { name: 'Save search' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(name).toHaveValue('green tea');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Name is required')).toBeVisible();
  await user.type(name, 'Tea');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const list = await saved();
  const link = await list.findByRole('link', { name: 'Tea' });
  expect(link).toHaveAttribute('href', '/notifications/search?q=green+tea');
  expect(link).toHaveAttribute('aria-current', 'page');

  await user.click(list.getByRole('button', { name: 'More for Tea' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await list.findByRole('link', { name: 'Tea!' });

  await user.click(list.getByRole('button', { name: 'More for Tea!' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tea!' })).toBeNull());
});

test('one search too many is refused in its dialog', async () => {
  server.use(
    http.post('*/api/searches', () => refusal(409, 'SAVED_SEARCH_LIMIT_EXCEEDED', 'You have 50')),
  );
  const { user } = renderApp('/notifications/search?q=tea');
  await user.click(await screen.findByRole('button', { name: 'Save search' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('You have 50')).toBeVisible();
});

test('a watch is made of a search', async () => {
  vi.stubGlobal('Worker', MatcherWorker);
  server.use(http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })));
  const { user } = renderApp('/notifications/search?q=green+tea&subreddit=drinks');
  await user.click(await screen.findByRole('link', { name: 'Save as keyword' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add New Keyword' });
  expect(within(dialog).getByRole('textbox', { name: 'Query' })).toHaveValue('green tea');
  expect(within(dialog).getByText('r/drinks')).toBeVisible();
  expect(within(dialog).getByRole('radio', { name: /query/i })).toBeChecked();
});

describe('an export', () => {
  const stubSaving = () => {
    const names: string[] = [];
    URL.createObjectURL = vi.fn(() => 'blob:x');
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    return names;
  };

  test('has the filters of the page and the name that the server gives', async () => {
    const names = stubSaving();
    server.use(
      http.get('*/api/notifications/export', ({ request }) => {
        asked.push(new URL(request.url).search);
        const headers = { 'Content-Disposition': 'attachment; filename="harken.csv"' };
        return new HttpResponse('id\r\n', { headers });
      }),
    );
    const { user } = renderApp('/notifications/search?q=tea');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Table (CSV)' }));
    await waitFor(() => expect(names).toEqual(['harken.csv']));
    expect(asked).toContain('?q=tea&format=csv');
  });

  test('that is interrupted is reported, and nothing is saved', async () => {
    const names = stubSaving();
    server.use(
      http.get('*/api/notifications/export', () => {
        const body = new ReadableStream({
          start: (stream) => {
            stream.enqueue(new TextEncoder().encode('id\r\n'));
            stream.error(new Error('cut'));
          },
        });
        const headers = { 'Content-Disposition': 'attachment; filename="harken.csv"' };
        return new HttpResponse(body, { headers });
      }),
    );
    const { user } = renderApp('/notifications/search?q=tea');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Document (JSON)' }));
    expect(await screen.findByText('The export failed')).toBeVisible();
    expect(names).toEqual([]);
  });

  test('that fails after the screen was left is reported', async () => {
    const gate = aGate();
    server.use(
      http.get('*/api/notifications/export', async () => {
        await gate.opened;
        return refusal(500, 'INTERNAL', 'Out of order');
      }),
    );
    const { user } = renderApp('/notifications/search?q=tea');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Document (JSON)' }));
    await user.click(screen.getByRole('link', { name: 'AI Insights' }));
    await screen.findByRole('heading', { name: 'AI Insights' });
    gate.open();
    expect(await screen.findByText('The export failed')).toBeVisible();
  });
});

describe('on the Free plan', () => {
  beforeEach(() => pro(false));

  test('one word is searched for, and can become a keyword', async () => {
    const { user } = renderApp('/notifications/search');
    const word = await screen.findByRole('searchbox', { name: 'Word' });
    // Nothing is filled in that the plan does not include.
    expect(screen.getByText('More than one word is part of Pro')).toBeVisible();
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.type(word, 'green tea');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByText('Search for one word. Several are part of Pro.')).toBeVisible();
    expect(asked).toEqual([]);
    await user.clear(word);
    await user.type(word, 'tea{Enter}');
    expect(await results()).toHaveLength(1);
    expect(asked).toEqual(['?q=tea&limit=20']);
    expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull();
    expect(screen.queryByText('More than one word is part of Pro')).toBeNull();
    const link = screen.getByRole('link', { name: 'Save as keyword' });
    expect(link).toHaveAttribute('href', '/keywords?add=&keyword=tea&mode=literal');
  });

  test('a search from a time on Pro shows what Pro includes, and requests nothing', async () => {
    searches = [aSearch()];
    const { user } = renderApp('/notifications/search?q=green+tea&kind=post');
    expect(await screen.findByText('More than one word is part of Pro')).toBeVisible();
    expect(await (await saved()).findByRole('link', { name: 'Tea' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'See what Pro includes' }));
    const popup = await screen.findByRole('dialog', { name: 'Upgrade to Pro' });
    expect(within(popup).getByText(/^Phrases, several words/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('notifications are exported as for everyone', async () => {
    server.use(
      http.get('*/api/notifications/grouped', () =>
        HttpResponse.json({
          groupedNotifications: [],
          pagination: { page: 1, limit: 20, total: 0, totalItems: 0, hasMore: false },
          unreadCount: 0,
        }),
      ),
    );
    const { user } = renderApp('/notifications?status=read');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Search' })).toHaveAttribute(
      'href',
      '/notifications/search',
    );
  });
});
