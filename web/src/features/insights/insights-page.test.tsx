import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { InsightMissing } from '@/api/types';
import * as page from '@/lib/page';
import * as files from '@/lib/save-file';
import { aUser, aWatch } from '@/testing/fixtures';
import { aDemo, aResult, aRun, LONG_TITLE, serveInsights, someInsights } from '@/testing/insights';
import { renderApp, signIn } from '@/testing/render-app';
import { liveStream, refusal, serve } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import './components/result-list';

const STORED = 'aiInsights';

function serveKeywords(...keywords: string[]) {
  const watches = keywords.map((keyword) => aWatch({ _id: keyword, keyword }));
  const { length: total } = watches;
  serve({ 'GET /keywords': { watches, total, active: total, limit: 3 } });
}

/** Serves the events of a run, and returns a function that sends one. */
function serveEvents() {
  const stream = liveStream();
  serve({ 'GET /ai/runs/:id/events': () => stream.response });
  return (run: object) => act(() => stream.send('run', run));
}

/** Leaves the call for the latest insights unanswered. */
const answerNever = () => serve({ 'GET /ai/insights': () => new Promise<never>(() => undefined) });

const store = (userId = 'user-1') =>
  localStorage.setItem(STORED, JSON.stringify({ userId, result: aResult() }));
const generate = () => screen.findByRole('button', { name: 'Generate Insights' });
const card = async (keyword: string) =>
  within(await screen.findByRole('region', { name: `Insights for ${keyword}` }));

beforeEach(() => {
  signIn();
  serveKeywords('rust', 'tea');
  vi.spyOn(page, 'reloadPage').mockReturnValue();
  vi.spyOn(files, 'saveFile').mockReturnValue();
});

test('the page shows how many analyses are left and which keywords they cover', async () => {
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

test('who has no insights yet sees a sample that says so', async () => {
  serveInsights();
  renderApp('/ai-insights');
  expect(await screen.findByText('Sample data')).toBeVisible();
  expect((await screen.findAllByText('Demo: sample data')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Clear Insights' })).toBeNull();
  expect(localStorage.getItem(STORED)).toBeNull();
});

test('in demo mode samples are shown, and the user’s own result only as their own', async () => {
  serveInsights({ remainingCalls: 0, result: aResult() });
  const { user } = renderApp('/ai-insights');
  expect((await card('standing desk')).getByText('Demo: sample data')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Insights for rust' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Clear Insights' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Show your own insights' }));
  expect((await card('rust')).queryByText('Demo: sample data')).toBeNull();
  expect(screen.queryByText(/demo mode|sample data\./)).toBeNull();
  expect(screen.getByText(/^You have reached your daily limit of 5/)).toHaveTextContent(
    /These are your own latest insights\. The limit resets 13 January 2026, 00:00/,
  );
  expect(screen.getByRole('button', { name: 'Clear Insights' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show sample data' }));
  expect(await screen.findByRole('region', { name: 'Insights for standing desk' })).toBeVisible();
  expect(localStorage.getItem(STORED)).not.toContain('standing desk');
});

test('the result of the day’s last call is shown first', async () => {
  serveInsights({ remainingCalls: 0, result: aResult() });
  sessionStorage.setItem('aiInsightsGenerated', 'true');
  renderApp('/ai-insights');
  expect((await card('rust')).queryByText('Demo: sample data')).toBeNull();
  expect(screen.getByText(/These are your own latest insights/)).toBeVisible();
});

test('sample data that fails to load can be requested again', async () => {
  serveInsights({ remainingCalls: 0 });
  serve({ 'GET /ai/insights/demo': refusal(404, 'NOT_FOUND', 'Not there.') });
  const { user } = renderApp('/ai-insights');
  const again = await screen.findByRole('button', { name: 'Try again' });
  serveInsights({ remainingCalls: 0 });
  await user.click(again);
  expect(await screen.findByRole('region', { name: 'Insights for standing desk' })).toBeVisible();
});

test('past the daily limit nothing is requested, and the page says until when', async () => {
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

test('an analysis shows its progress, and at its end stores the result and reloads the page', async () => {
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
  expect(page.reloadPage).toHaveBeenCalledOnce();
  expect(localStorage.getItem(STORED)).toContain('borrow checker');
  expect(asked).toEqual(['start']);
});

test('the success is reported again on the reloaded page', async () => {
  serveInsights({ result: aResult() });
  sessionStorage.setItem('aiInsightsGenerated', 'true');
  renderApp('/ai-insights');
  expect(await screen.findByText('AI insights generated successfully!')).toBeVisible();
  expect(sessionStorage.getItem('aiInsightsGenerated')).toBeNull();
});

test('a failed analysis says why and can be requested again', async () => {
  serveInsights();
  const send = serveEvents();
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  await screen.findByRole('progressbar');
  send(aRun({ status: 'failed', reason: 'It took too long.' }));
  expect(await screen.findByText('Failed to generate insights: It took too long.')).toBeVisible();
  expect(page.reloadPage).not.toHaveBeenCalled();
});

test('an analysis that is refused says why', async () => {
  serveInsights();
  serve({ 'POST /ai/comprehensive-insights': refusal(503, 'BUSY', 'Too busy just now.') });
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  expect(await screen.findByText('Failed to generate insights: Too busy just now.')).toBeVisible();
  expect(await generate()).toBeEnabled();
});

test('keywords that were deleted elsewhere meanwhile lead to the same message', async () => {
  const text = 'No keywords found. Please add some keywords first.';
  serveInsights();
  serve({ 'POST /ai/comprehensive-insights': refusal(409, 'NO_KEYWORDS', text) });
  const { user } = renderApp('/ai-insights');
  await screen.findByText('tea');
  await user.click(await generate());
  expect(await screen.findByText(text)).toBeVisible();
});

test('with many keywords the page says how many an analysis covers', async () => {
  serveKeywords(...Array.from({ length: 51 }, (_, at) => `keyword ${at}`));
  renderApp('/ai-insights');
  expect(
    await screen.findByText('An analysis covers the 50 keywords with the most matches.'),
  ).toBeVisible();
});

test('a page opened during an analysis follows it, and can cancel it', async () => {
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

test('the stored result is shown before the server answers, but never another user’s', async () => {
  serveInsights();
  answerNever();
  store();
  renderApp('/ai-insights');
  expect(await screen.findByRole('region', { name: 'Insights for rust' })).toBeVisible();
});

test('a result that another user has stored here is not shown', async () => {
  serveInsights();
  answerNever();
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

test('Clear Insights removes the result, here and on the server, and reloads the page', async () => {
  const { asked } = serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  await user.click(await screen.findByRole('button', { name: 'Clear Insights' }));
  await waitFor(() => expect(page.reloadPage).toHaveBeenCalledOnce());
  expect(asked).toEqual(['clear']);
  expect(localStorage.getItem(STORED)).toBeNull();
});

test('clearing is undone on the reloaded page, here and on the server', async () => {
  const { asked } = serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  await user.click(await screen.findByRole('button', { name: 'Clear Insights' }));
  await waitFor(() => expect(page.reloadPage).toHaveBeenCalledOnce());
  cleanup();

  const anew = renderApp('/ai-insights');
  expect(await screen.findByText('Insights cleared')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Insights for rust' })).toBeNull();
  await anew.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Your insights are back')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Insights for rust' })).toBeVisible();
  expect(asked).toEqual(['clear', 'restore']);
  expect(localStorage.getItem(STORED)).toContain('borrow checker');
  // The undo is offered once.
  expect(sessionStorage.getItem('aiInsightsCleared')).toBeNull();
});

test('samples that only this browser stored are restored, too', async () => {
  const { asked } = serveInsights();
  localStorage.setItem(STORED, JSON.stringify({ userId: 'user-1', result: aDemo() }));
  const { user } = renderApp('/ai-insights');
  await user.click(await screen.findByRole('button', { name: 'Clear Insights' }));
  await waitFor(() => expect(page.reloadPage).toHaveBeenCalledOnce());
  cleanup();

  const anew = renderApp('/ai-insights');
  await anew.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'Insights for standing desk' })).toBeVisible();
  expect(asked).toEqual(['clear', 'restore']);
});

test('an undo that fails says so', async () => {
  serveInsights();
  sessionStorage.setItem('aiInsightsCleared', '');
  const { user } = renderApp('/ai-insights');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('That could not be undone')).toBeVisible();
});

test('a section without enough data says what is missing and when it will be enough', async () => {
  const result = aResult();
  const [first] = result.keywordInsights;
  const lacking = (of: InsightMissing['of'], have: number, need: number, day?: string) => ({
    shown: false,
    missing: [{ of, have, need, enoughFrom: day ?? null }],
  });
  const few = someInsights({ n: 7, small: true, topics: [], bestHours: [], recommendations: [] });
  few.engagement.discussionsPerDay = null;
  few.sections = {
    ...few.sections,
    hours: lacking('days', 2, 7, '2026-12-03'),
    rate: lacking('discussions', 7, 20),
    topics: lacking('discussions', 7, 30),
    sentiment: lacking('discussions', 7, 10),
    recommendations: lacking('discussions', 3, 5),
  };
  serveInsights({
    result: { ...result, keywordInsights: first ? [{ ...first, insights: few }] : [] },
  });
  renderApp('/ai-insights');
  const rust = await card('rust');
  for (const text of [
    'The best hours need discussions on 7 days; there are 2 so far. Expected on 3 December at the earliest.',
    'The daily rate needs 20 discussions; there are 7 so far. 13 more are needed.',
    'Topics need 30 discussions; there are 7 so far. 23 more are needed.',
    'A sentiment score needs 10 discussions; there are 7 so far. 3 more are needed.',
    'Recommendations need 5 discussions; there are 3 so far. 2 more are needed.',
  ])
    expect(rust.getByText(text)).toBeVisible();
  for (const name of ['Discussions a day', 'out of 10', 'Topics'])
    expect(rust.queryByText(name)).toBeNull();
  expect(rust.queryByRole('list', { name: 'Recommendations' })).toBeNull();
});

test('a result that an older version has stored shows all that it has', async () => {
  serveInsights();
  answerNever();
  const old = aResult();
  for (const { insights } of old.keywordInsights) {
    delete (insights as Partial<typeof insights>).sections;
    insights.engagement.discussionsPerDay = 17.4;
  }
  localStorage.setItem(STORED, JSON.stringify({ userId: 'user-1', result: old }));
  renderApp('/ai-insights');
  const rust = await card('rust');
  expect(rust.getByText('17.4')).toBeVisible();
  expect(rust.getByText('Topics')).toBeVisible();
  expect(rust.queryByRole('list', { name: 'Not enough yet' })).toBeNull();
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

test('the breakdown has the six largest categories with three posts each', async () => {
  serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  const rust = await card('rust');
  const top = within(rust.getByRole('list', { name: 'Top categories' }));
  expect(top.getAllByText(/^Category \d$/).map((one) => one.textContent)).toEqual(
    [1, 2, 3, 4, 5, 6].map((at) => `Category ${at}`),
  );
  // Only its name and number are visible until it is opened.
  const part = top.getByText('Category 1');
  expect(rust.getByText('Rule 1.')).not.toBeVisible();
  await user.click(part);
  expect(rust.getByText('Rule 1.')).toBeVisible();
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
  // One row is the head.
  expect(chart.getAllByRole('row')).toHaveLength(1 + 8);
  expect(chart.getByRole('row', { name: 'Category 1 20 40%' })).toBeVisible();
});

test('keywords are compared, and every statement shows its evidence on request', async () => {
  serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  const compared = within(await screen.findByRole('region', { name: 'Keywords compared' }));
  expect(await compared.findByRole('img')).toHaveAccessibleName(
    'Share of voice: rust 42 (70%), tea 18 (30%).',
  );
  const rust = await card('rust');
  const advice = within(rust.getByRole('list', { name: 'Recommendations' }));
  expect(advice.getByText('High impact')).toBeVisible();
  const evidence = advice.getByText(/^From 42 discussions, 5 Jan to 11 Jan 2026/);
  expect(evidence).not.toBeVisible();
  await user.click(advice.getByText('12 of 42 discussions ask something.'));
  expect(evidence).toBeVisible();
  expect(advice.getByRole('link', { name: `Post 1: ${LONG_TITLE}` })).toHaveAttribute(
    'href',
    'https://forum.example/a',
  );
  expect(rust.getByText(/^Week on week: 42 discussions in the last 7 days/)).toBeVisible();
  expect((await card('tea')).getByText('Small sample')).toBeVisible();
});

test('the first three recommendations are shown, and all of them on request', async () => {
  const result = aResult();
  const [first] = result.keywordInsights;
  const [advice] = first?.insights.recommendations ?? [];
  if (!first || !advice) throw new Error('there is no advice');
  first.insights.recommendations = [5, 4, 3, 2, 1].map((priority) => ({
    ...advice,
    priority,
    action: `Advice ${priority}`,
  }));
  serveInsights({ result });
  const { user } = renderApp('/ai-insights');
  const rust = await card('rust');
  const shown = () => rust.getAllByText(/^Advice \d$/).map((one) => one.textContent);
  expect(shown()).toEqual(['Advice 1', 'Advice 2', 'Advice 3']);
  await user.click(rust.getByRole('button', { name: /^Show all 5/ }));
  expect(shown()).toHaveLength(5);
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

test('sample data from the server does not replace a stored result', async () => {
  const { asked } = serveInsights({ result: aResult() });
  const { user } = renderApp('/ai-insights');
  await card('rust');
  // Another device has used the last call meanwhile.
  serveInsights({ result: aResult(), remainingCalls: 0 });
  serve({ 'POST /ai/comprehensive-insights': aDemo() });
  await user.click(await generate());
  expect((await card('standing desk')).getByText('Demo: sample data')).toBeVisible();
  expect(
    screen.getByText(
      'You have reached your daily limit of 5 AI insights. Please try again tomorrow.',
    ),
  ).toBeVisible();
  expect(page.reloadPage).not.toHaveBeenCalled();
  expect(localStorage.getItem(STORED)).not.toContain('isDemo":true');
  expect(asked).toEqual([]);
});

test('a run that the server no longer knows is not followed any more', async () => {
  const { state } = serveInsights({ run: aRun() });
  serve({
    'GET /ai/runs/:id/events': () => {
      state.run = null;
      return refusal(404, 'NOT_FOUND', 'There is no such run.');
    },
  });
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
  const saved = vi.mocked(files.saveFile).mock.calls;
  expect(saved.map(([content, name]) => [content.type, name])).toEqual([
    ['text/csv;charset=utf-8', 'harken-insights-2026-01-12.csv'],
    ['application/json', 'harken-insights-2026-01-12.json'],
  ]);
  expect(JSON.parse((await saved[1]?.[0].text()) ?? '')).toEqual(aResult());
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});
