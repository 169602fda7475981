import { expect, test } from 'vitest';

import type { AuditSum, CoverageDay, KindCoverage, PlaceCoverage } from '@/api/types';
import { percentText, spanText } from '@/entities/coverage/coverage-texts';
import { momentText, rangeText, sinceText } from '@/entities/coverage/coverage-times';
import { aCoverageGap, aKindCoverage, anAuditSum, aPlaceCoverage } from '@/testing/coverage';

import { auditsText, auditText } from './audit-texts';
import { budgetParts, budgetText } from './budget-parts';
import { daysText, dayText, waitsText } from './day-texts';
import { gapTimeText } from './gap-texts';
import { daysOf, hourSlots, hoursText, hourText } from './hours';
import { kindText } from './kind-text';
import { problemText } from './place-problem';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

test.each([
  [0.2, '1 s'],
  [6.4, '7 s'],
  [99.2, '100 s'],
  [100, '2 min'],
  [720, '12 min'],
  [7_200, '2 h'],
  [172_800, '2 days'],
  [864_001, '11 days'],
])('%d seconds are "%s"', (seconds, text) => expect(plain(spanText(seconds))).toBe(text));

test.each([
  [0, '0%'],
  [0.001, '1%'],
  [0.384, '38%'],
  [0.999, '99%'],
  [1, '100%'],
])('a share of %d is "%s"', (share, text) => expect(percentText(share)).toBe(text));

test.each([
  ['2026-11-25T09:12:00Z', 'UTC', '09:12', '09:12'],
  ['2026-11-14T09:12:00Z', 'UTC', '14 Nov, 09:12', '14 Nov'],
  ['2025-11-14T09:12:00Z', 'UTC', '14 Nov 2025, 09:12', '14 Nov 2025'],
  ['2026-11-24T22:12:00Z', 'Pacific/Auckland', '11:12', '11:12'],
])('%s in %s is "%s"', (time, zone, moment, since) => {
  const now = zone === 'UTC' ? NOW : Date.parse('2026-11-25T03:00:00Z');
  expect(momentText(time, zone, now)).toBe(moment);
  expect(sinceText(time, zone, now)).toBe(since);
});

test('a range ends on its day or on another', () => {
  const range = (to: string) => rangeText('2026-11-14T23:50:00Z', to, 'UTC', NOW);
  expect(range('2026-11-14T23:55:00Z')).toBe('14 Nov, 23:50 to 23:55');
  expect(range('2026-11-15T00:10:00Z')).toBe('14 Nov, 23:50 to 15 Nov, 00:10');
});

const kinds: [string, string, Partial<KindCoverage> | null, string][] = [
  [
    'complete',
    'rust',
    {},
    'Every post since 14 Nov, 09:12 has been read, half within 2 s and 95% within 7 s.',
  ],
  [
    'complete, without items',
    'rust',
    { medianSeconds: null, p95Seconds: null },
    'Every post since 14 Nov, 09:12 has been read.',
  ],
  [
    'filling',
    'rust',
    { completeSince: null, fillingSince: '2026-11-25T09:12:00Z' },
    'Posts since 09:12 are being read again, because some may be missing.',
  ],
  [
    'stale',
    'rust',
    { completeSince: null, readUntil: '2026-11-25T09:12:00Z' },
    'Posts have not been read since 09:12.',
  ],
  [
    'not stale yet',
    'rust',
    { completeSince: null, readUntil: '2026-11-25T11:50:00Z' },
    'Posts have been read until 11:50.',
  ],
  ['begun', 'rust', { completeSince: null, readUntil: null }, 'Posts have not been read yet.'],
  ['not there', 'rust', null, 'Posts have not been read yet.'],
  [
    'posts of everything',
    'all',
    { shareOfLastHour: 0.9 },
    'Every post since 14 Nov, 09:12 has been read, half within 2 s and 95% within 7 s.',
  ],
];

test.each(kinds)('how posts are read: %s', (_what, place, changes, text) => {
  const coverage = changes && aKindCoverage({ completeSince: '2026-11-14T09:12:00Z', ...changes });
  expect(plain(kindText(place, 'post', coverage, 'UTC', NOW))).toBe(text);
});

test.each([
  [null, 'Comments in r/all are a sample. How many were read in the last hour is not yet known.'],
  [0.384, 'Comments in r/all are a sample: about 38% from the last hour were read.'],
  [1, 'All comments from the last hour were read. At busy times they are a sample.'],
])('comments of everything with a share of %s', (shareOfLastHour, text) => {
  const coverage = aKindCoverage({ completeSince: null, shareOfLastHour });
  expect(kindText('all', 'comment', coverage, 'UTC', NOW)).toBe(text);
});

const problems: [Partial<PlaceCoverage>, string | null][] = [
  [{}, null],
  [{ problem: 'private', problemSince: '2026-11-24T12:00:00Z' }, 'Private since Tuesday'],
  [{ problem: 'private', problemSince: '2026-11-03T12:00:00Z' }, 'Private since 3 November'],
  [{ problem: 'banned' }, 'Banned'],
  [{ problem: 'not_found' }, 'Does not exist'],
  [{ problem: 'invalid_name' }, 'Does not exist'],
  [{ posts: null }, null],
  [{ posts: null, comments: null }, 'Waiting to be read for the first time'],
];

test.each(problems)('a subreddit with %j', (changes, text) =>
  expect(problemText(aPlaceCoverage(changes), 'UTC', NOW)).toBe(text),
);

const day = (date: string, changes: Partial<CoverageDay> = {}): CoverageDay => ({
  date: `2026-11-${date}`,
  items: 1_204,
  gapSeconds: 0,
  p95Seconds: 6.4,
  ...changes,
});
const read = { recordedSince: '2026-11-02T09:12:00Z', readUntil: '2026-11-04T12:00:00Z' };

test.each([
  [day('01', { items: 0, p95Seconds: null }), '1 Nov: not watched yet'],
  [day('02', { items: 1, p95Seconds: null }), '2 Nov: complete; 1 post'],
  [day('03', { gapSeconds: 700 }), '3 Nov: 12 min may be missing; 1,204 posts, 95% within 7 s'],
  [day('04'), '4 Nov: complete; 1,204 posts, 95% within 7 s'],
  [day('05', { items: 0, p95Seconds: null }), '5 Nov: not read'],
])('a day: %j', (one, text) => expect(plain(dayText('post', one, read))).toBe(text));

test('the days are summed up', () => {
  const days = [day('01'), day('02'), day('03', { gapSeconds: 700 }), day('04')];
  expect(plain(daysText('comment', days, read))).toBe(
    'Comments of the last 4 days, watched since 2 Nov: posts or comments may be missing on 3 Nov (12 min)',
  );
  expect(plain(daysText('post', [day('02'), day('03')], read))).toBe(
    'Posts of the last 2 days: complete',
  );
  expect(plain(daysText('post', [day('04'), day('05')], read))).toBe(
    'Posts of the last 2 days: not read on 1 day',
  );
});

test('the delays are summed up', () => {
  expect(waitsText([day('01', { p95Seconds: null })])).toBeNull();
  expect(plain(waitsText([day('01'), day('02')]))).toBe('95% within 7 s on 2 Nov');
  expect(plain(waitsText([day('01', { p95Seconds: 900 }), day('02')]))).toBe(
    '95% within 7 s on 2 Nov; longest on 1 Nov: 15 min',
  );
});

test('a gap says when and how long it was', () => {
  const gap = aCoverageGap({
    startedAt: '2025-11-14T09:12:00Z',
    endedAt: '2025-11-14T09:40:00Z',
  });
  expect(plain(gapTimeText(gap, 'UTC', NOW))).toBe('14 Nov 2025, 09:12 to 09:40 (28 min)');
});

test('the budget has a part for each use, and what is free', () => {
  const budget = {
    allowed: 1_000,
    minutes: 10,
    looksNeeded: 160,
    keptDays: 90,
    lateSeconds: 0,
    ...{ polls: 582, fills: 41, looks: 163, names: 9, people: 3 },
  };
  expect(budgetParts(budget).map(({ count }) => count)).toEqual([582, 41, 163, 9, 3, 202]);
  expect(budgetText(budget)).toBe(
    'In the last 10 minutes, Harken used 798 of the 1,000 requests that Reddit allows.',
  );
  expect(budgetParts({ ...budget, polls: 5_000 }).at(-1)?.count).toBe(0);
});

const hour = (time: string, items: number, gapSeconds = 0) => ({
  kind: 'post' as const,
  hour: `2026-11-${time}:00:00Z`,
  items,
  gapSeconds,
  p95Seconds: items > 0 ? 6.4 : null,
});

test('the last seven days are hours, whether something was read in them or not', () => {
  const hours = [
    hour('24T09', 96),
    hour('25T12', 3, 720),
    { ...hour('25T11', 8), kind: 'comment' as const },
  ];
  const slots = hourSlots('post', hours, NOW + 1_800_000);
  expect(slots).toHaveLength(168);
  expect(slots.at(-1)).toEqual({ at: NOW, entry: hours[1] });
  expect(slots.filter(({ entry }) => entry)).toHaveLength(2);
  expect(plain(hoursText('post', slots, 'UTC', false))).toBe(
    'Posts by hour, last 7 days: 99 posts, most of them (96) in the hour from 24 Nov, 09:00; posts or comments may be missing in 1 hour',
  );
  expect(hoursText('comment', hourSlots('comment', [], NOW), 'UTC', false)).toBe(
    'Comments by hour: nothing was read in the last 7 days',
  );
  expect(daysOf(slots, 'UTC').slice(-2)).toEqual([
    { day: '24 Nov', hours: 24 },
    { day: '25 Nov', hours: 13 },
  ]);
});

test('an hour says what was read in it', () => {
  expect(plain(hourText(hour('24T09', 96), 'UTC'))).toBe('24 Nov, 09:00: 96 posts, 95% within 7 s');
  expect(plain(hourText(hour('24T09', 0, 720), 'UTC'))).toBe(
    '24 Nov, 09:00: 0 posts; 12 min may be missing',
  );
});

const HOW = 'Twice an hour Harken compares a subreddit’s own list with what it has stored.';
const audited: [Partial<AuditSum>, string | null, string | null][] = [
  [{}, null, null],
  [{ audits: 2 }, null, null],
  [
    { audits: 336, items: 4_812, maxMissingShare: 0.000622 },
    '4,812 checked in 7 days, none missing: at most 0.063% missed',
    `${HOW} In the last 7 days: 336 checks, 4,812 posts and comments, none missing, so at most 0.063% are missed (with 95% confidence).`,
  ],
  [
    { audits: 336, failed: 1, items: 4_812, missing: 3, maxMissingShare: 0.00161 },
    '4,812 checked in 7 days, 3 were missing and are stored now',
    `${HOW} In the last 7 days: 336 checks, 4,812 posts and comments, of which 3 were missing and are stored now; in all, at most 0.17% are missed (with 95% confidence).`,
  ],
  [
    { audits: 1, failed: 1, items: 40, missing: 1, maxMissingShare: null },
    '40 checked in 7 days, 1 was missing and is stored now',
    `${HOW} In the last 7 days: 1 check, 40 posts and comments, of which 1 was missing and is stored now.`,
  ],
];

test.each(audited)('comparisons: %j', (changes, ofKind, ofAll) => {
  expect(auditText(anAuditSum(changes))).toBe(ofKind);
  expect(auditsText(anAuditSum(changes))).toBe(ofAll);
});
