import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Explanation, MatchReason, MatchSpan, Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';
import { serveNotifications } from '@/testing/notification-server';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, server } from '@/testing/server';

// Imported here so that compiling it does not count against the first test.
import '../list/notifications-page';
import './post-content';

const post = (changes: Partial<Notification['redditPost']> = {}) => ({
  ...aNotification().redditPost,
  ...changes,
});

const spanOf = (field: MatchSpan['field'], text: string, words: string): MatchSpan => {
  const start = text.indexOf(words);
  return { field, start, end: start + words.length };
};

const anExplanation = (changes: Partial<Explanation> = {}): Explanation => ({
  keyword: 'rust',
  mode: 'literal',
  verdict: 'match',
  reasons: [],
  rejections: [],
  ...changes,
});

/** Serves one notification and what `answer` explains of it; returns the ids asked for. */
function serve(notification: Notification, answer: () => Response | Promise<Response>) {
  const calls: string[] = [];
  serveNotifications([notification]);
  server.use(
    http.get('*/api/notifications/:id/explanation', ({ params }) => {
      calls.push(String(params.id));
      return answer();
    }),
  );
  return calls;
}
const explained = (explanation: Explanation | null) => () => HttpResponse.json({ explanation });

const why = () => screen.findByRole('button', { name: 'Why this alert?' });
const panel = () => screen.findByRole('group', { name: 'Why this alert' });
async function openGroup() {
  const { user } = renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: /^"rust"/ }));
  return user;
}
async function openWhy() {
  const user = await openGroup();
  await user.click(await why());
  return { user, shown: within(await panel()) };
}
const marked = (root: HTMLElement) =>
  [...root.querySelectorAll('mark')].map(({ textContent }) => textContent);

beforeEach(() => signIn());

test('the explanation is requested on demand only, and closes again', async () => {
  const calls = serve(aNotification(), explained(anExplanation()));
  const user = await openGroup();
  const button = await why();
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(calls).toEqual([]);
  await user.click(button);
  await panel();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(calls).toEqual(['notification-1']);
  await user.click(button);
  expect(screen.queryByRole('group', { name: 'Why this alert' })).toBeNull();
  expect(button).toHaveFocus();
});

test('the explanation opens and closes by its key', async () => {
  serve(aNotification(), explained(null));
  const user = await openGroup();
  await user.keyboard('jw');
  await panel();
  await user.keyboard('w');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Why this alert' })).toBeNull());
});

test('the explanation of a query marks the parts that hold, and shows where each was found', async () => {
  const title = 'Green tea in a teapot';
  const content = 'My tea, then more tea.';
  const keyword = '(tea OR coffee) flair:daily -bubble type:post';
  const at = (part: string) => spanOf('title', keyword, part);
  const reason = (rule: string, ...spans: MatchSpan[]): MatchReason => {
    const { start, end } = at(rule);
    return { rule, at: { start, end }, spans };
  };
  serve(
    aNotification({ redditPost: post({ title, content, flair: 'Daily tea' }), matches: [] }),
    explained(
      anExplanation({
        keyword,
        mode: 'query',
        reasons: [
          reason('tea', spanOf('title', title, 'tea'), spanOf('body', content, 'tea'), {
            field: 'body',
            start: 18,
            end: 21,
          }),
          reason('flair:daily', spanOf('flair', 'Daily tea', 'Daily')),
          reason('-bubble'),
          reason('type:post'),
        ],
      }),
    ),
  );
  const { shown } = await openWhy();
  const rule = await shown.findByText(
    (_text, node) => node?.textContent === keyword && node.tagName === 'CODE',
  );
  expect(marked(rule)).toEqual(['tea', 'flair:daily', '-bubble', 'type:post']);
  const rows = shown.getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'tea in the title and in the text, 2 timesGreen tea in a teapotMy tea, then more tea.',
    'flair:daily in the flairDaily tea',
    '-bubble does not appear',
    'type:post matches',
  ]);
  expect(rows.map(marked)).toEqual([['tea', 'tea', 'tea'], ['Daily'], [], []]);
});

test('the explanation of a literal keyword shows where it was found', async () => {
  const reasons = [{ rule: 'rust', at: { start: 0, end: 4 }, spans: aNotification().matches }];
  serve(aNotification(), explained(anExplanation({ reasons })));
  const { shown } = await openWhy();
  expect(await shown.findByText('Your keyword appears here:')).toBeVisible();
  expect(shown.getByRole('listitem')).toHaveTextContent('in the titleA year of Rust');
  expect(marked(shown.getByRole('listitem'))).toEqual(['Rust']);
});

test('the explanation of a long text shows what is around the first match', async () => {
  const content = `${'before '.repeat(60)}Rust ${'after '.repeat(60)}`;
  const spans = [spanOf('body', content, 'Rust')];
  serve(
    aNotification({ redditPost: post({ content }), matches: spans }),
    explained(anExplanation({ reasons: [{ rule: 'rust', at: { start: 0, end: 4 }, spans }] })),
  );
  const { shown } = await openWhy();
  const row = await shown.findByRole('listitem');
  expect(marked(row)).toEqual(['Rust']);
  expect(row.textContent.length).toBeLessThan(160);
});

test('the explanation of a changed watch shows what rejects the post now, and what is there', async () => {
  const text = 'rust is only part of a longer word';
  serve(
    aNotification(),
    explained(
      anExplanation({
        verdict: 'nearMiss',
        rejections: [{ text, spans: [{ field: 'title', start: 10, end: 14 }] }],
      }),
    ),
  );
  const { shown } = await openWhy();
  expect(await shown.findByText(/^The keyword has changed since then\./)).toBeVisible();
  expect(shown.getByText(text)).toBeVisible();
  expect(marked(shown.getByRole('listitem'))).toEqual(['Rust']);
});

test('the explanation of a watch for something else says that its keyword has changed', async () => {
  serve(aNotification(), explained(anExplanation({ keyword: 'zig', verdict: 'miss' })));
  const { shown } = await openWhy();
  expect(await shown.findByText(/^The keyword has changed since then\./)).toBeVisible();
  expect(shown.getByText('zig')).toBeVisible();
  expect(shown.getByText('It does not appear here.')).toBeVisible();
});

test('there is no explanation without the watch or the text', async () => {
  serve(aNotification(), explained(null));
  const { shown } = await openWhy();
  expect(await shown.findByText('The keyword or the post no longer exists.')).toBeVisible();
});

test('a post that is gone from the forum has no explanation', async () => {
  serve(aNotification({ gone: true, matches: [] }), explained(null));
  await openGroup();
  expect(await screen.findByText('Removed from Reddit')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Why this alert?' })).toBeNull();
});

test('the panel says that it is loading', async () => {
  let answer: () => void = () => undefined;
  serve(aNotification(), async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return HttpResponse.json({ explanation: null });
  });
  const { shown } = await openWhy();
  expect(await shown.findByRole('status', { name: 'Loading the reason' })).toBeVisible();
  await waitFor(() => {
    answer();
    expect(shown.queryByRole('status')).toBeNull();
  });
});

test.each([
  [
    'a text of the server',
    () => refusal(404, 'NOT_FOUND', 'It does not exist.'),
    'It does not exist.',
  ],
  ['no server', () => HttpResponse.error(), 'The reason could not be loaded.'],
])('a failure can be tried again: %s', async (_what, answer, told) => {
  let fails = true;
  serve(aNotification(), () => (fails ? answer() : HttpResponse.json({ explanation: null })));
  const { user, shown } = await openWhy();
  expect(await shown.findByText(told)).toBeVisible();
  fails = false;
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await shown.findByText('The keyword or the post no longer exists.')).toBeVisible();
});

test('the explanation is requested again when it is opened again', async () => {
  let keyword = 'rust';
  const calls = serve(aNotification(), () =>
    HttpResponse.json({ explanation: anExplanation({ keyword, verdict: 'miss' }) }),
  );
  const { user } = await openWhy();
  await screen.findByText('It does not appear here.');
  await user.click(await why());
  keyword = 'ferris';
  await user.click(await why());
  expect(await screen.findByText('ferris')).toBeVisible();
  expect(calls).toHaveLength(2);
});

test('positions outside of the text, or in an unknown field, break nothing', async () => {
  const odd = [
    { field: 'title', start: 90, end: 99 },
    { field: 'hologram', start: 0, end: 4 },
  ] as MatchSpan[];
  serve(
    aNotification({ matches: odd }),
    explained(anExplanation({ reasons: [{ rule: 'rust', at: { start: 0, end: 4 }, spans: odd }] })),
  );
  const { shown } = await openWhy();
  expect(await shown.findByText('appears')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'A year of Rust' })).toBeVisible();
});

describe('a match in what the card does not draw as text', () => {
  const link = `https://shop.example/${'deep/'.repeat(30)}rust-book`;
  test.each<[string, Partial<Notification['redditPost']>, MatchSpan[], string]>([
    [
      'the flair',
      { flair: 'Rust' },
      [{ field: 'flair', start: 0, end: 4 }],
      'Matched in the flair: Rust',
    ],
    [
      'the author',
      { author: 'rusty' },
      [{ field: 'author', start: 0, end: 4 }],
      'Matched in the author’s name: rusty',
    ],
    [
      'a short address',
      { link: 'https://rust.example/' },
      [{ field: 'url', start: 8, end: 12 }],
      'Matched in the link’s address: https://rust.example/',
    ],
    [
      'the flair beside the title',
      { flair: 'Rust' },
      [...aNotification().matches, { field: 'flair', start: 0, end: 4 }],
      'Also matched in the flair: Rust',
    ],
  ])('is shown: %s', async (_what, changes, matches, told) => {
    serve(aNotification({ redditPost: post(changes), matches }), explained(null));
    await openGroup();
    const line = await screen.findByText((_text, node) => node?.textContent === told);
    expect(marked(line).map((text) => text.toLowerCase())).toEqual(['rust']);
  });

  test('is shown in a long address, with what is around it', async () => {
    const matches = [spanOf('url', link, 'rust')];
    serve(aNotification({ redditPost: post({ link }), matches }), explained(null));
    await openGroup();
    const line = await screen.findByText(/^Matched in the link’s address/);
    expect(marked(line)).toEqual(['rust']);
    expect(line.textContent.length).toBeLessThan(130);
  });

  test('is not shown if there is none', async () => {
    serve(aNotification(), explained(null));
    await openGroup();
    await why();
    expect(screen.queryByText(/matched in/i)).toBeNull();
  });
});
