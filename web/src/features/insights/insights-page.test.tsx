import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { reloadPage } from '@/lib/page';
import { saveFile } from '@/lib/save-file';
import { aUser, aWatch } from '@/testing/fixtures';
import { aResult, aRun, LONG_TITLE, serveInsights } from '@/testing/insights';
import { renderApp, signIn } from '@/testing/render-app';
import { liveStream, refusal, server } from '@/testing/server';

// Compiled with the file, not within the first test's time.
import './components/result-list';

vi.mock('@/lib/page');
vi.mock('@/lib/save-file');

const STORED = 'aiInsights';

function serveKeywords(...keywords: string[]) {
  const watches = keywords.map((keyword) => aWatch({ _id: keyword, keyword }));
  const { length: total } = watches;
  server.use(
    http.get('*/api/keywords', () =>
      HttpResponse.json({ watches, total, active: total, limit: 3 }),
    ),
  );
}

/** The events of a run, sent when a test says so. */
function serveEvents() {
  const stream = liveStream();
  server.use(http.get('*/api/ai/runs/:id/events', () => stream.response));
  return (run: object) => act(() => stream.send('run', run));
}

const store = (userId = 'user-1') =>
  localStorage.setItem(STORED, JSON.stringify({ userId, result: aResult() }));
const generate = () => screen.findByRole('button', { name: 'Generate Insights' });
const card = async (keyword: string) =>
  within(await screen.findByRole('region', { name: `Insights for ${keyword}` }));

beforeEach(() => {
  signIn();
  sessionStorage.clear();
  serveKeywords('rust', 'tea');
  vi.mocked(reloadPage).mockClear();
  vi.mocked(saveFile).mockClear();
});

test('the page tells what is left of the day and which keywords are looked at', async () => {
  serveInsights({ remainingCalls: 3 });
  renderApp('/ai-insights');
  expect(await screen.findByRole('heading', { name: 'AI Insights' })).toBeVisible();
  expect(await screen.findByText('of 5')).toBeVisible();
  expect(screen.getByRole('meter', { name: 'Analyses left today' })).toHaveAttribute(
    'aria-valuetext',
    '3 of 5',
  );
  const keywords = within(screen.getByRole('region', { name: 'Your keywords' }));
  expect(await keywords.findByText('tea')).toBeVisible();
  expect(screen.queryByText(/demo mode/)).toBeNull();
});

test('without keywords there is nothing to analyse', async () => {
  serveKeywords();
  const { asked } = serveInsights();
  const { user } = renderApp('/ai-insights');
  await screen.findByText('No keywords set up yet');
  expect(screen.getByRole('link', { name: 'Add your first keyword' })).toHaveAttribute(
    'href',
    '/keywords?add',
  );
  await user.click(await generate());
  expect(
    await screen.findByText('No keywords found. Please add some keywords first.'),
  ).toBeVisible();
  expect(asked).toEqual([]);
});

test('past the day’s limit nothing is asked for, and the page says until when', async () => {
  const { asked } = serveInsights({ remainingCalls: 0 });
  const { user } = renderApp('/ai-insights');
  expect(await screen.findByText(/in demo mode with sample data/)).toHaveTextContent(
    /resets 13 January 2026, 00:00/,
  );
  await user.click(await generate());
  expect(
    await screen.findByText(
      'You have reached your daily limit of 5 AI insights. Please try again tomorrow.',
    ),
  ).toBeVisible();
  expect(asked).toEqual([]);
});

test('an analysis shows its progress, and at its end the result is stored and the page loaded anew', async () => {
  const { state, asked } = serveInsights();
  const send = serveEvents();
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  const progress = await screen.findByRole('progressbar', { name: 'Progress of the analysis' });
  expect(progress).toHaveAttribute('aria-valuetext', '0 of 2 keywords done');
  expect(screen.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  send(aRun({ done: 1 }));
  await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '1'));

  state.result = aResult();
  state.run = null;
  send(aRun({ done: 2, status: 'succeeded' }));
  expect(await screen.findByText('AI insights generated successfully!')).toBeVisible();
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(localStorage.getItem(STORED)).toContain('borrow checker');
  expect(asked).toEqual(['start']);
});

test('the success is told again on the page that was loaded anew', async () => {
  serveInsights({ result: aResult() });
  sessionStorage.setItem('aiInsightsGenerated', 'true');
  renderApp('/ai-insights');
  expect(await screen.findByText('AI insights generated successfully!')).toBeVisible();
  expect(sessionStorage.getItem('aiInsightsGenerated')).toBeNull();
});

test('an analysis that fails says why and can be asked for again', async () => {
  serveInsights();
  const send = serveEvents();
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  await screen.findByRole('progressbar');
  send(aRun({ status: 'failed', reason: 'It took too long.' }));
  expect(await screen.findByText('Failed to generate insights: It took too long.')).toBeVisible();
  expect(reloadPage).not.toHaveBeenCalled();
});

test('an analysis that is refused says why', async () => {
  serveInsights();
  server.use(
    http.post('*/api/ai/comprehensive-insights', () => refusal(503, 'BUSY', 'Too busy just now.')),
  );
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  expect(await screen.findByText('Failed to generate insights: Too busy just now.')).toBeVisible();
  expect(await generate()).toBeEnabled();
});

test('keywords that have been deleted elsewhere meanwhile are missed in the same words', async () => {
  const text = 'No keywords found. Please add some keywords first.';
  serveInsights();
  server.use(http.post('*/api/ai/comprehensive-insights', () => refusal(409, 'NO_KEYWORDS', text)));
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  expect(await screen.findByText(text)).toBeVisible();
});

test('of very many keywords the page says how many are looked at', async () => {
  serveKeywords(...Array.from({ length: 51 }, (_, at) => `keyword ${at}`));
  renderApp('/ai-insights');
  expect(
    await screen.findByText('An analysis covers the 50 keywords with the most matches.'),
  ).toBeVisible();
});

test('a page that is opened meanwhile follows the analysis, and can end it', async () => {
  const { asked, state } = serveInsights({ run: aRun({ done: 1 }) });
  const send = serveEvents();
  const { user } = renderApp('/ai-insights');
  const progress = await screen.findByRole('progressbar');
  expect(progress).toHaveAttribute('aria-valuetext', '1 of 2 keywords done');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asked).toEqual(['cancel']));
  state.run = null;
  send(aRun({ done: 1, status: 'cancelled' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(await generate()).toBeEnabled();
});

test('the stored result shows before the server has answered; another user’s never', async () => {
  serveInsights();
  server.use(http.get('*/api/ai/insights', () => new Promise<never>(() => undefined)));
  store();
  renderApp('/ai-insights');
  expect(await screen.findByRole('region', { name: 'Insights for rust' })).toBeVisible();
});

test('a result that another user has stored here is not shown', async () => {
  serveInsights();
  server.use(http.get('*/api/ai/insights', () => new Promise<never>(() => undefined)));
  store(aUser({ _id: 'user-2' })._id);
  renderApp('/ai-insights');
  await screen.findByRole('status', { name: 'Loading your latest insights' });
  expect(screen.queryByRole('region', { name: 'Insights for rust' })).toBeNull();
});

test('a result that was cleared on another device goes from this one too', async () => {
  serveInsights();
  store();
  renderApp('/ai-insights');
  await waitFor(() => expect(localStorage.getItem(STORED)).toBeNull());
  expect(screen.queryByRole('region', { name: 'Insights for rust' })).toBeNull();
});

test('Clear Insights removes the result, here and on the server, and loads the page anew', async () => {
  const { asked } = serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  await user.click(await screen.findByRole('button', { name: 'Clear Insights' }));
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  expect(asked).toEqual(['clear']);
  expect(localStorage.getItem(STORED)).toBeNull();
});

test('all sections are open at first, and each closes by itself', async () => {
  serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  const rust = await card('rust');
  for (const name of ['Categories', 'Engagement', 'Stats', 'Breakdown']) {
    expect(rust.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
  }
  await user.click(rust.getByRole('button', { name: 'Stats' }));
  expect(rust.getByRole('button', { name: 'Stats' })).toHaveAttribute('aria-expanded', 'false');
  expect(rust.getByRole('button', { name: 'Breakdown' })).toHaveAttribute('aria-expanded', 'true');
});

test('the average score has one decimal, the average of comments none', async () => {
  serveInsights({ result: aResult() });
  renderApp('/ai-insights');
  const rust = await card('rust');
  expect(rust.getByText('Average score').nextElementSibling).toHaveTextContent(/^12\.3/);
  expect(rust.getByText('Average comments').nextElementSibling).toHaveTextContent(/^8/);
});

test('the breakdown has the six greatest categories with three posts each', async () => {
  serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  const rust = await card('rust');
  const top = within(rust.getByRole('list', { name: 'Top categories' }));
  expect(top.getAllByRole('heading').map((one) => one.textContent)).toEqual(
    [1, 2, 3, 4, 5, 6].map((at) => expect.stringContaining(`Category ${at}`) as string),
  );
  const posts = within(rust.getByRole('list', { name: 'Posts of Category 1' }));
  const links = posts.getAllByRole('link');
  expect(links).toHaveLength(3);
  expect(links[1]).toHaveTextContent('Short & sweet');
  expect(links[0]).toHaveAttribute('href', 'https://forum.example/a');

  expect(links[0]).toHaveTextContent(`${LONG_TITLE.slice(0, 60).trimEnd()}...`);
  await user.click(posts.getByRole('button', { name: /^Show full title/ }));
  expect(links[0]).toHaveTextContent(LONG_TITLE);
  await user.click(posts.getByRole('button', { name: /^Show less/ }));
  expect(links[0]).not.toHaveTextContent(LONG_TITLE);
});

test('charts have at most eight categories, a sentence, and a table in their place', async () => {
  serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  const rust = await card('rust');
  const chart = within(await rust.findByRole('figure', { name: 'Discussions by category' }));
  expect(chart.getByRole('img')).toHaveAccessibleName(
    /^Discussions by category: Category 1 20 \(40%\)/,
  );
  expect(chart.getByRole('img')).not.toHaveAccessibleName(/Category 9/);
  await user.click(chart.getByRole('button', { name: /^Show table/ }));
  expect(chart.queryByRole('img')).toBeNull();
  // One for the head.
  expect(chart.getAllByRole('row')).toHaveLength(1 + 8);
  expect(chart.getByRole('row', { name: 'Category 1 20 40%' })).toBeVisible();
});

test('keywords are compared, and every statement says on how much it rests', async () => {
  serveInsights({ result: aResult() });
  renderApp('/ai-insights');
  const compared = within(await screen.findByRole('region', { name: 'Keywords compared' }));
  expect(await compared.findByRole('img')).toHaveAccessibleName(
    'Share of voice: rust 42 (70%), tea 18 (30%).',
  );
  const rust = await card('rust');
  const advice = within(rust.getByRole('list', { name: 'Recommendations' }));
  expect(advice.getByText('High impact')).toBeVisible();
  expect(advice.getByText(/^From 42 discussions, 5 Jan to 11 Jan 2026/)).toBeVisible();
  expect(advice.getByRole('link', { name: `Post 1: ${LONG_TITLE}` })).toHaveAttribute(
    'href',
    'https://forum.example/a',
  );
  expect(rust.getByText(/^Week on week: 42 discussions in the last 7 days/)).toBeVisible();
  expect((await card('tea')).getByText('Small sample')).toBeVisible();
});

test('sample data is marked', async () => {
  const result = aResult();
  const [first] = result.keywordInsights;
  serveInsights({
    result: { ...result, keywordInsights: first ? [{ ...first, isDemo: true }] : [] },
  });
  renderApp('/ai-insights');
  expect((await card('rust')).getByText('Demo: sample data')).toBeVisible();
});

test('sample data that the server answers with is shown, though it does not keep it', async () => {
  serveInsights();
  const result = aResult();
  const keywordInsights = result.keywordInsights.map((one) => ({ ...one, isDemo: true }));
  server.use(
    http.post('*/api/ai/comprehensive-insights', () =>
      HttpResponse.json({ ...result, keywordInsights }),
    ),
  );
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  cleanup();
  renderApp('/ai-insights');
  expect((await card('rust')).getByText('Demo: sample data')).toBeVisible();
  expect(localStorage.getItem(STORED)).not.toBeNull();
});

test('a run that the server no longer knows is not followed any more', async () => {
  const { state } = serveInsights({ run: aRun() });
  server.use(
    http.get('*/api/ai/runs/:id/events', () => {
      state.run = null;
      return refusal(404, 'NOT_FOUND', 'There is no such run.');
    }),
  );
  renderApp('/ai-insights');
  await screen.findByText('tea');
  expect(await generate()).toBeEnabled();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a result is saved as CSV and JSON, and printed', async () => {
  serveInsights({ result: aResult() });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderApp('/ai-insights');
  for (const kind of ['CSV', 'JSON']) {
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: kind }));
  }
  const saved = vi.mocked(saveFile).mock.calls;
  expect(saved.map(([content, name]) => [content.type, name])).toEqual([
    ['text/csv;charset=utf-8', 'harken-insights-2026-01-12.csv'],
    ['application/json', 'harken-insights-2026-01-12.json'],
  ]);
  expect(JSON.parse((await saved[1]?.[0].text()) ?? '')).toEqual(aResult());
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
