import { expect, test } from 'vitest';

import type { ReplyReasons } from '@/api/types';

import { replyReasons } from './reply-reasons';

const NOW_MS = Date.parse('2026-11-27T12:00:00Z');
const reply: ReplyReasons = {
  postedAt: '2026-11-27T11:00:00Z',
  countedAt: '2026-11-27T11:59:30Z',
  ...{ replies: 1, pace: 4.9, asks: false },
};
const texts = (changed: Partial<ReplyReasons>) =>
  replyReasons({ ...reply, ...changed }, NOW_MS).map(
    ({ text, isGood }) => `${isGood ? '+' : '-'} ${text}`,
  );

test.each<[string, Partial<ReplyReasons>, string[]]>([
  ['one reply', {}, ['+ 1 reply', '+ Posted 1h ago']],
  [
    'many replies',
    { replies: 1_800, countedAt: '2026-11-26T11:00:00Z' },
    ['- 1,800 replies as of 1d ago', '+ Posted 1h ago'],
  ],
  ['nobody counts replies', { replies: null, pace: null }, ['+ Posted 1h ago']],
  [
    'old',
    { replies: null, postedAt: '2026-11-26T10:00:00Z', asks: true },
    ['+ Asks a question', '- Posted 1d ago'],
  ],
  [
    'rising',
    { replies: null, pace: 1_234.5 },
    ['+ Rising: 1,235 points and replies an hour', '+ Posted 1h ago'],
  ],
])('%s', (_, changed, expected) => {
  expect(texts(changed)).toEqual(expected);
});
