import { expect, test } from 'vitest';

import type { GroupedNotification, Notification } from '@/api/types';
import { aNotification } from '@/testing/fixtures';

import type { MadeMove } from '../api/move-notifications';
import { countLeft, holdStill, leftBy, readOn } from './held-list';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
/** Returns a notification; `a5` was created in minute 5. */
const one = (id: string): Notification =>
  aNotification({ _id: id, createdAt: at(Number(id.slice(1))) });
const group = (keyword: string, ids: string[], count = ids.length): GroupedNotification => ({
  _id: keyword,
  count,
  subreddits: [],
  latestNotification: one(ids[0] ?? 'a0').createdAt,
  notifications: ids.map(one),
});
const idsOf = (list: readonly Notification[]) => list.map(({ _id }) => _id);
const shape = (groups: readonly GroupedNotification[]) =>
  groups.map(({ _id, notifications }) => [_id, ...idsOf(notifications)]);

test('an answer moves, adds and removes nothing', () => {
  const shown = [group('rust', ['a9', 'a7']), group('tea', ['b8'])];
  const { groups } = holdStill(shown, [
    group('new', ['c12']),
    group('tea', ['b11', 'b8']),
    group('Rust', ['a10', 'a7']),
  ]);
  expect(shape(groups)).toEqual(shape(shown));
});

test('an answer says what is new and what is gone', () => {
  const shown = [group('rust', ['a9', 'a7', 'a5']), group('tea', ['b8'])];
  const answer = [
    group('new', ['c12']),
    group('rust', ['a10', 'a9', 'a5', 'a2']),
    group('x', ['d1']),
  ];
  const { newIds, goneIds } = holdStill(shown, answer);
  expect([...newIds]).toEqual(['c12', 'a10']);
  expect([...goneIds]).toEqual(['a7']);
});

test('a notification that newer ones have pushed out of an answer is not gone', () => {
  const shown = [group('rust', ['a9', 'a7', 'a5'], 5)];
  const { goneIds } = holdStill(shown, [group('rust', ['a12', 'a11', 'a9'], 7)]);
  expect(goneIds.size).toBe(0);
});

test('each notification is shown as it is now', () => {
  const now = { ...one('a9'), gone: true };
  const { groups } = holdStill(
    [group('rust', ['a9'])],
    [{ ...group('rust', ['a9']), notifications: [now] }],
  );
  expect(groups[0]?.notifications).toEqual([now]);
});

const move = (changes: Partial<MadeMove>): MadeMove => ({
  ...{ from: 'unread', to: 'archived', ids: [], keywords: [], submittedAt: 0, doneAt: 1 },
  ...changes,
});

test('a group counts what is still there, including what was not loaded with it', () => {
  const rust = group('Rust', ['a9', 'a7'], 30);
  const left = {
    moves: [move({ ids: ['a9', 'older', 'other'], keywords: ['rust', 'rust', 'tea'] })],
    goneIds: new Set(['a7']),
  };
  expect(countLeft(rust, left)).toBe(27);
  expect(leftBy('a9', 'Rust', left)).toBe(left.moves[0]);
  expect(leftBy('a7', 'Rust', left)).toBe('elsewhere');
  expect(leftBy('a5', 'Rust', left)).toBeNull();
  const whole = { moves: [move({ whole: 30, keywords: ['rust'] })], goneIds: new Set<string>() };
  expect(countLeft(rust, whole)).toBe(0);
  expect(countLeft(group('tea', ['b1']), whole)).toBe(1);
});

test('reading on adds at the end, and keeps what has left', () => {
  const known = ['a9', 'a7', 'a5'].map(one);
  expect(idsOf(readOn(known, ['a8', 'a7', 'a5', 'a3'].map(one)))).toEqual(['a9', 'a7', 'a5', 'a3']);
  expect(idsOf(readOn([], known))).toEqual(['a9', 'a7', 'a5']);
});
