import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Analytics } from '@/api/types';
import * as files from '@/lib/save-file';
import { anAnalytics } from '@/testing/analytics';
import { aWatch } from '@/testing/fixtures';
import { aResult } from '@/testing/insights';
import { address, renderApp, signInAs } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

// Imported here so that compiling the pages does not count against the first test.
import './components/analytics-page';

beforeEach(() => {
  signInAs({ isPro: true });
  serveWatches([aWatch({ _id: 'watch-1', keyword: 'green tea' })]);
});

/** Opens the page at an address and collects its requests. */
function open(path = '/analytics', changes: Partial<Analytics> = {}) {
  const asked: URLSearchParams[] = [];
  serve({
    'GET /analytics': ({ query }) => {
      asked.push(query);
      return anAnalytics(changes);
    },
  });
  return { ...renderApp(path), asked };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('the sums of the range are shown beside those of the time before', async () => {
  open();
  const totals = await section('Totals');
  expect(totals.getByText('1,800')).toBeVisible();
  expect(totals.getByText('+100%')).toBeVisible();
  expect(totals.getByText('22%')).toBeVisible();
  expect(totals.getByText(/^900 matches in the period before, 29.*31 Dec 2025\.$/)).toBeVisible();
});

test('nothing is compared without earlier days', async () => {
  open('/analytics', { previous: null, previousFrom: null });
  const totals = await section('Totals');
  expect(totals.queryByText(/period before/)).toBeNull();
  expect((await section('Keywords')).getByText('83%')).toBeVisible();
});

test('a keyword leads to the page of that keyword, and the range stays', async () => {
  const { user, asked } = open('/analytics?days=90');
  const keywords = await section('Keywords');
  expect(keywords.getByText('Deleted keyword')).toBeVisible();
  await user.click(keywords.getByRole('link', { name: 'green tea: show this keyword only' }));
  expect(address()).toBe('/analytics?days=90&keyword=watch-1');
  await vi.waitFor(() => expect(asked.at(-1)?.get('keyword')).toBe('watch-1'));
  expect(screen.getByRole('combobox', { name: 'Keyword' })).toHaveValue('watch-1');
});

test('a place leads to a search for its matches in these days', async () => {
  open();
  const places = await section('Places');
  expect(places.getByRole('link', { name: 'r/tea: search these matches' })).toHaveAttribute(
    'href',
    '/notifications/search?subreddit=tea&from=2026-01-01&until=2026-01-03',
  );
  expect(places.getByText('Hacker News')).toBeVisible();
});

test('the same name on two sites is listed for both', async () => {
  open();
  const authors = await section('Authors');
  expect(authors.getByText('u/ada')).toBeVisible();
  expect(authors.getByText('ada')).toBeVisible();
});

test('names that are no longer stored are missing, and the page says so', async () => {
  open('/analytics', { authorsFrom: '2026-01-02' });
  const authors = await section('Authors');
  expect(authors.getByText('Since 2 Jan: Harken keeps authors’ names for 90 days.')).toBeVisible();
});

test('the days can be chosen, and are part of the address', async () => {
  const { user, asked } = open();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Range' }), 'Custom');
  const from = await screen.findByLabelText('From');
  // An incomplete year while typing: nobody means the first century.
  fireEvent.change(from, { target: { value: '0002-01-05' } });
  fireEvent.change(from, { target: { value: '2026-01-05' } });
  expect(address()).toMatch(/^\/analytics\?from=2026-01-05&until=/);
  await vi.waitFor(() => expect(asked.at(-1)?.get('from')).toBe('2026-01-05'));
  expect(asked.some((one) => one.get('from') === '0002-01-05')).toBe(false);
});

test('each chart is a table and a file', async () => {
  const saved: { text: Promise<string>; name: string }[] = [];
  vi.spyOn(files, 'saveFile').mockImplementation((content, name) => {
    saved.push({ text: content.text(), name });
  });
  const { user } = open();
  const names = ['Matches by day', 'Keywords', 'Places', 'Authors', 'Hours of the week'];
  for (const name of names) {
    const chart = await section(name);
    await user.click(chart.getByRole('button', { name: `Table: ${name}` }));
    expect(chart.getByRole('table', { name })).toBeVisible();
    await user.click(chart.getByRole('button', { name: `CSV: ${name}` }));
  }
  expect(saved.map(({ name }) => name)).toEqual(
    ['matches', 'keywords', 'places', 'authors', 'hours'].map(
      (chart) => `harken-${chart}-2026-01-01-2026-01-03.csv`,
    ),
  );
  expect(await saved[0]?.text).toBe(
    'Day,Matches,Opened,Not relevant\r\n2026-01-01,1200,300,40\r\n2026-01-02,500,90,10\r\n2026-01-03,100,10,0\r\n',
  );
  expect(screen.getByRole('cell', { name: '1,200' })).toBeVisible();
});

test('a failure can be tried again', async () => {
  serve({ 'GET /analytics': refusal(500, 'INTERNAL', 'Something went wrong.') });
  const { user } = renderApp('/analytics');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  serve({ 'GET /analytics': anAnalytics() });
  await user.click(retry);
  expect((await section('Totals')).getByText('1,800')).toBeVisible();
});

test('an account without matches sees a sample that says so', async () => {
  open('/analytics', { total: { matches: 0, opened: 0, notRelevant: 0 } });
  expect(await screen.findByText('Sample data')).toBeVisible();
  const sample = document.querySelector('[data-sample]');
  expect(sample).toHaveTextContent('standing desk');
  expect(sample).toHaveAttribute('inert');
});

test('a range without matches is not a reason for a sample', async () => {
  serve({
    'GET /notifications/stats': { stats: { total: 7, today: 0, thisWeek: 0, perDay: [] } },
  });
  open('/analytics', { total: { matches: 0, opened: 0, notRelevant: 0 } });
  await section('Totals');
  expect(screen.queryByText('Sample data')).toBeNull();
});

test('on the Free plan the page says what Pro has', async () => {
  signInAs();
  const { user } = renderApp('/analytics');
  await user.click(await screen.findByRole('button', { name: 'See what Pro includes' }));
  expect(await screen.findByText('Analytics is part of the Pro plan.')).toBeVisible();
});

test('the mood comes from the last insights, for the selected keyword', async () => {
  serve({ 'GET /ai/insights': { result: aResult(), run: null } });
  const { user } = open();
  const mood = await section('Mood');
  expect(mood.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rust21 positive, 14 neutral, 7 negative of 42 discussions',
    'tea21 positive, 14 neutral, 7 negative of 42 discussions',
  ]);
  expect(mood.getByText('AI insights').closest('p')).toHaveTextContent(
    /^Discussions since .*, as AI insights found them on 12 Jan, whatever days are chosen above\.$/,
  );
  await user.click(mood.getByRole('button', { name: 'Table: Mood' }));
  expect(mood.getAllByRole('row')).toHaveLength(3);
});

test('no mood is shown without insights', async () => {
  open('/analytics?keyword=watch-1');
  await section('Keywords');
  expect(screen.queryByRole('region', { name: 'Mood' })).toBeNull();
});
