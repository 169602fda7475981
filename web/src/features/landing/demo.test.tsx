import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { MatcherWorker } from '@/testing/matcher-worker';
import { renderApp } from '@/testing/render-app';

import { FIRST_KEYWORD, samplePosts, SUGGESTIONS } from './sample-posts';

/** The matcher does not answer before this resolves. */
let gate: Promise<void>;
class GatedWorker extends MatcherWorker {
  override postMessage(call: Parameters<MatcherWorker['postMessage']>[0]) {
    void gate.then(() => super.postMessage(call));
  }
}

beforeEach(() => {
  gate = Promise.resolve();
  vi.stubGlobal('Worker', GatedWorker);
  // Idle at once.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 0));
  vi.stubGlobal('cancelIdleCallback', (id: number) => clearTimeout(id));
});

function withResolvers() {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

async function open() {
  const { user } = renderApp('/');
  const input = await screen.findByLabelText('Try it: type a keyword');
  return {
    user,
    listenFor: async (keyword: string) => {
      await user.clear(input);
      if (keyword) await user.type(input, keyword);
    },
  };
}

const feed = () => within(screen.getByRole('region', { name: 'Sample posts' }));
const posts = () => feed().getAllByRole('listitem');
const marked = () => posts().map((post) => post.querySelectorAll('mark').length);

test('while the matcher loads every post can be read; then the first keyword is searched for', async () => {
  const { promise, resolve: release } = withResolvers();
  gate = promise;
  await open();
  expect(await screen.findByText('Loading the matcher...')).toBeVisible();
  expect(posts()).toHaveLength(samplePosts.length);
  release();
  expect(await screen.findByText('4 of 12 sample posts match')).toBeVisible();
  expect(marked()).toEqual([1, 1, 1, 1]);
});

test('the first keyword is in the first posts, so that finding it moves none', async () => {
  await open();
  await screen.findByText('4 of 12 sample posts match');
  const all = samplePosts.map(({ subreddit }) => subreddit);
  const shown = posts().map((post) => /r\/(\w+)/.exec(post.textContent)?.[1]);
  expect(shown).toEqual(all.slice(0, shown.length));
});

test.each([
  ['tomatoes', '1 of 12 sample posts matches', 1],
  ['STATUS PAGE', '2 of 12 sample posts match', 2],
  ['invoice', '2 of 12 sample posts match', 2],
])('%s: %s', async (keyword, status, hits) => {
  const { listenFor } = await open();
  await listenFor(keyword);
  expect(await screen.findByText(status)).toBeVisible();
  expect(posts()).toHaveLength(hits);
  for (const mark of feed().getAllByText(new RegExp(`^${keyword}$`, 'i'))) {
    expect(mark.tagName).toBe('MARK');
  }
});

test('a keyword without matches shows what would happen', async () => {
  const { listenFor } = await open();
  await listenFor('zeppelin');
  expect(await screen.findByText('Nobody here said “zeppelin”')).toBeVisible();
  expect(screen.getByText('0 of 12 sample posts match')).toBeVisible();
});

test('a keyword that is nearly everywhere is called too common', async () => {
  const { listenFor } = await open();
  await listenFor('e');
  expect(await screen.findByText('12 of 12 sample posts match')).toBeVisible();
  expect(feed().getByText(/nearly everything/)).toBeVisible();
});

test('without a keyword all posts show and none is marked', async () => {
  const { listenFor } = await open();
  await listenFor('');
  expect(await screen.findByText('12 sample posts, nothing to listen for yet')).toBeVisible();
  expect(marked()).toEqual(samplePosts.map(() => 0));
});

test('a keyword that the matcher refuses says why', async () => {
  const { user } = await open();
  const input = screen.getByLabelText('Try it: type a keyword');
  await user.clear(input);
  await user.paste('long '.repeat(60));
  expect(await screen.findByText(/characters/)).toBeVisible();
});

test.each(SUGGESTIONS)('the suggestion "%s" finds something', async (suggestion) => {
  const { user, listenFor } = await open();
  await listenFor('zeppelin');
  const button = screen.getByRole('button', { name: suggestion });
  await user.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await screen.findByText(/^[1-9]\d* of 12 sample posts match/)).toBeVisible();
});

test('the field begins with the first keyword, selected on focus', async () => {
  const { user } = await open();
  const input = screen.getByLabelText<HTMLInputElement>('Try it: type a keyword');
  expect(input).toHaveValue(FIRST_KEYWORD);
  await user.click(input);
  expect(input.selectionEnd).toBe(FIRST_KEYWORD.length);
});
