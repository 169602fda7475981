import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { WatchLint } from '@/api/types';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { aPreview } from '@/testing/preview';
import { renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/keywords-page';

const aLint = (changes: Partial<WatchLint> = {}): WatchLint => ({
  code: 'matchesMuch',
  text: 'This matches 4% of everything: expect about 70,000 matches a day',
  part: null,
  watchId: null,
  ...changes,
});

function serve(...lints: WatchLint[]) {
  const watches = [aWatch({ _id: 'watch-1', keyword: 'Rust' })];
  server.use(
    http.get('*/api/keywords', () => HttpResponse.json({ watches, total: 1, active: 1, limit: 3 })),
    http.post('*/api/keywords/preview', () => HttpResponse.json(aPreview({ lints }))),
    http.post('*/api/keywords', () =>
      HttpResponse.json(aWatch({ _id: 'watch-2' }), { status: 201 }),
    ),
  );
}

async function typeKeyword(keyword: string) {
  const { user } = renderApp('/keywords');
  await user.click(await screen.findByRole('button', { name: 'Add Keyword' }));
  await user.type(keywordField(), keyword);
  return user;
}

const keywordField = () => screen.getByRole('textbox', { name: 'Keyword' });
const remarks = () => screen.findByRole('list', { name: 'Remarks' });

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
  server.use(http.get('*/api/items/recent', () => HttpResponse.json({ items: [] })));
});

test('a remark is shown and does not prevent saving', async () => {
  serve(aLint());
  const user = await typeKeyword('the');
  expect(await remarks()).toHaveTextContent(
    /^This matches 4% of everything: expect about 70,000 matches a day$/,
  );
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }));
  expect(await screen.findByText('Keyword added successfully!')).toBeVisible();
});

test('the part that a remark is about is quoted and marked, as it was typed', async () => {
  const text = '"or" is searched for as a word; write OR to combine words';
  serve(aLint({ code: 'lowerCaseOperator', text, part: { start: 9, end: 11 } }));
  await typeKeyword('  cats &lt or dogs');
  const list = await remarks();
  expect(list).toHaveTextContent('cats &lt or dogs');
  expect([...list.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['or']);
});

test('the same watch can be opened in place of this one', async () => {
  const text = 'Your keyword “Rust” already finds the same';
  serve(aLint({ code: 'sameAs', text, watchId: 'watch-1' }));
  const user = await typeKeyword('rust');
  expect(await remarks()).toHaveTextContent(text);
  await user.click(await screen.findByRole('button', { name: 'Open “Rust”' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Keyword' })).toBeVisible();
  expect(keywordField()).toHaveValue('Rust');
});

test('a watch that is not in the list is named without a link', async () => {
  serve(aLint({ code: 'sameAs', text: 'The same as “zig”', watchId: 'watch-9' }));
  await typeKeyword('zig');
  expect(within(await remarks()).queryByRole('button')).toBeNull();
});

test('the most severe of many remarks are shown, and the others on request', async () => {
  const lints = [1, 2, 3, 4, 5].map((number) => aLint({ text: `Remark ${number}` }));
  serve(...lints);
  const user = await typeKeyword('rust');
  const list = await remarks();
  expect(list).toHaveTextContent('Remark 1Remark 2Remark 3Show 2 more');
  await user.click(within(list).getByRole('button', { name: 'Show 2 more' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
});
