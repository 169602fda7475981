import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import type { Mute, MuteInput } from '@/api/types';
import { aWatch } from '@/testing/fixtures';
import { renderApp, signIn } from '@/testing/render-app';
import { refusal, serve } from '@/testing/server';
import { HN, signInWithSites } from '@/testing/sites';

import { sameAgain } from './api/remove-mute';

const aMute = (changes: Partial<Mute> = {}): Mute => ({
  _id: 'mute-1',
  watchId: null,
  keyword: null,
  kind: 'author',
  value: 'loud_one',
  shown: 'loud_one',
  until: null,
  createdAt: '2026-01-05T10:00:00Z',
  cleaned: 0,
  ...changes,
});

let mutes: Mute[];
let asked: string[];
let made: MuteInput[];

beforeEach(() => {
  mutes = [aMute()];
  asked = [];
  made = [];
  signIn();
  serve({
    'GET /keywords': { watches: [aWatch()], total: 1, active: 1, limit: 3 },
    'GET /mutes': () => ({ mutes }),
    'POST /mutes/preview': ({ body }) => {
      const { value } = body as MuteInput;
      return { count: value === 'nobody' ? 0 : 12, next: null };
    },
    'POST /mutes': ({ body }) => {
      const input = body as MuteInput;
      made.push(input);
      const value = input.value ?? '';
      const mute = aMute({ _id: `mute-new-${made.length}`, ...input, value, shown: value });
      mutes = [mute, ...mutes];
      const cleaned = input.cleanUp ? 12 : 0;
      return { mute, cleaned, next: null };
    },
    'DELETE /mutes/:id': ({ params, query }) => {
      const restore = query.get('restore') === 'true';
      asked.push(`${params.id} ${restore}`);
      const restored = restore ? (mutes.find(({ _id }) => _id === params.id)?.cleaned ?? 0) : 0;
      mutes = mutes.filter(({ _id }) => _id !== params.id);
      return { restored, hasMore: false };
    },
  });
});

async function open() {
  const { user } = renderApp('/mutes');
  await screen.findByRole('heading', { name: 'Muted' });
  return user;
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Mutes' })).getAllByRole('listitem');

test('each mute shows its target, its keyword, its duration and what it removed', async () => {
  mutes = [
    aMute(),
    aMute({ _id: '2', kind: 'word', shown: 'giveaway', keyword: 'rust', watchId: 'watch-1' }),
    aMute({ _id: '3', kind: 'subreddit', shown: 'memes', until: '2126-01-05T08:00:00Z' }),
    aMute({ _id: '4', kind: 'thread', shown: 'A year of Rust', cleaned: 3 }),
    aMute({ _id: '5', kind: 'subreddit', value: HN, shown: HN }),
  ];
  await open();
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'loud_oneAuthorFor all keywords • for goodUnmute',
    'giveawayWordFor “rust” • for goodUnmute',
    'r/memesSubredditFor all keywords • until 5 Jan, 08:00Unmute',
    'A year of RustThreadFor all keywords • for good • deleted 3 notificationsUnmute',
    'Hacker NewsSiteFor all keywords • for goodUnmute',
  ]);
});

test('with nothing muted the page says where to mute', async () => {
  mutes = [];
  await open();
  expect(await screen.findByText('Nothing is muted')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your notifications' })).toHaveAttribute(
    'href',
    '/notifications',
  );
});

test('mutes that cannot be loaded say so', async () => {
  serve({ 'GET /mutes': refusal(500, 'INTERNAL', 'Oops') });
  await open();
  expect(await screen.findByText('We could not load your mutes.')).toBeVisible();
});

test('a mute that removed nothing ends at once, and the end can be undone', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Unmute loud_one' }));
  expect(await screen.findByText('loud_one is no longer muted')).toBeVisible();
  expect(asked).toEqual(['mute-1 false']);
  expect(await screen.findByText('Nothing is muted')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Muted' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('loud_one is muted again')).toBeVisible();
  expect(made).toEqual([
    { kind: 'author', value: 'loud_one', watchId: null, forDays: null, cleanUp: false },
  ]);
});

test('the outcome of an undo is shown even after the screen has been left', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Unmute loud_one' }));
  await screen.findByText('loud_one is no longer muted');
  await user.click(screen.getByRole('link', { name: 'AI Insights' }));
  await screen.findByRole('heading', { name: 'AI Insights' });
  serve({ 'POST /mutes': refusal(500, 'INTERNAL', 'Out of order') });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('That could not be undone')).toBeVisible();
  expect(screen.getByText('Out of order')).toBeVisible();
});

test.each([
  ['Restore them', 'mute-1 true', '3 notifications were restored', true],
  ['Keep them deleted', 'mute-1 false', null, false],
])('what a mute removed: %s', async (answer, call, text, cleanUp) => {
  mutes = [aMute({ cleaned: 3 })];
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Unmute loud_one' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unmute loud_one?' }));
  expect(dialog.getByText(/3 notifications were deleted/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: answer }));
  expect(await screen.findByText('loud_one is no longer muted')).toBeVisible();
  expect(asked).toEqual([call]);
  if (text) expect(screen.getByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(made[0]?.cleanUp).toBe(cleanUp));
});

test('a mute that could not be ended stays, with the reason', async () => {
  serve({ 'DELETE /mutes/:id': refusal(500, 'INTERNAL', 'Out of order') });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Unmute loud_one' }));
  expect(await screen.findByText('loud_one could not be unmuted')).toBeVisible();
  expect(await rows()).toHaveLength(1);
});

test('a mute that had ended elsewhere disappears without an error', async () => {
  serve({
    'DELETE /mutes/:id': () => {
      mutes = [];
      return refusal(404, 'NOT_FOUND', 'There is no such mute.');
    },
  });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Unmute loud_one' }));
  expect(await screen.findByText('Nothing is muted')).toBeVisible();
  expect(screen.getByText('loud_one is no longer muted')).toBeVisible();
});

test.each([
  [null, null],
  ['2026-01-01T20:00:00Z', 1],
  ['2026-01-05T12:00:00Z', 7],
])('when its end is undone, a mute until %s lasts at least as long', (until, forDays) => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  expect(sameAgain(aMute({ until }), false, now).forDays).toBe(forDays);
});

async function openDialog() {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Mute something' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mute something' }));
  return { user, dialog };
}

test('a mute is added by hand, and cleans up what it would have blocked', async () => {
  const { user, dialog } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('What'), 'Word');
  await user.type(dialog.getByLabelText('Word'), ' giveaway ');
  await user.selectOptions(dialog.getByLabelText('Where'), 'Only for “rust”');
  await user.selectOptions(dialog.getByLabelText('How long'), 'For a week');
  expect(await dialog.findByText(/^12 notifications\./)).toBeVisible();
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(await screen.findByText(/^“giveaway” is muted/)).toBeVisible();
  expect(screen.getByText('12 notifications were deleted')).toBeVisible();
  expect(made).toEqual([
    { kind: 'word', value: 'giveaway', watchId: 'watch-1', forDays: 7, cleanUp: true },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('a site is muted by its name where one is read', async () => {
  signInWithSites();
  const { user, dialog } = await openDialog();
  await user.selectOptions(dialog.getByLabelText('What'), 'Subreddit or site');
  await user.type(dialog.getByLabelText('Subreddit or site'), 'hacker news');
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(await screen.findByText('Hacker News is muted')).toBeVisible();
  expect(made).toMatchObject([{ kind: 'subreddit', value: HN }]);
});

test('a link that names a keyword opens the dialog for that keyword', async () => {
  const { user } = renderApp('/mutes?watch=watch-1');
  const dialog = await screen.findByRole('dialog', { name: 'Mute something' });
  expect(within(dialog).getByLabelText('Where')).toHaveValue('watch-1');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('consent to clean up does not apply to another value', async () => {
  const { user, dialog } = await openDialog();
  const author = dialog.getByLabelText('Author');
  await user.type(author, 'someone');
  await user.click(await dialog.findByRole('checkbox'));
  await user.clear(author);
  await user.type(author, 'nobody');
  expect(await dialog.findByText('There are none.')).toBeVisible();
  expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  await waitFor(() => expect(made[0]?.cleanUp).toBe(false));
});

test('nothing is muted without a value', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(dialog.getByText('Author is required')).toBeVisible();
  expect(dialog.getByLabelText('Author')).toHaveFocus();
  expect(made).toEqual([]);
});

test.each([
  ['at its field', { fields: { value: 'That is no name' } }, 'That is no name'],
  ['above the form', {}, 'It was refused'],
])('a refusal is shown %s', async (_where, more, text) => {
  serve({ 'POST /mutes': refusal(400, 'VALIDATION', 'It was refused', more) });
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText('Author'), '???');
  await user.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(await dialog.findByText(text)).toBeVisible();
});
