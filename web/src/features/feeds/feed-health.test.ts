import { expect, test } from 'vitest';

import type { FollowedFeed } from '@/api/types';
import { dateTimeText } from '@/lib/dates';
import { aFeed } from '@/testing/followed-feeds';

import { feedHealth } from './feed-health';

const NOW = Date.parse('2026-01-02T12:00:00Z');
const readAt = '2026-01-02T11:54:30Z';
const since = dateTimeText(readAt);

test.each<[Partial<FollowedFeed>, 'good' | 'neutral' | 'bad', string]>([
  [{ readAt }, 'good', 'Checked 5 min ago'],
  [{ pushName: 'mail', newestAt: readAt }, 'good', 'Last item 5 min ago'],
  [
    { pushName: 'mail', newestAt: readAt, putOff: 'it has brought enough' },
    'neutral',
    'Last item 5 min ago: it has brought enough',
  ],
  [{ readAt: '2026-01-02T11:58:59Z' }, 'good', 'Checked 1 min ago'],
  [{ readAt: '2026-01-02T11:59:30Z' }, 'good', 'Checked just now'],
  [{ readAt: '2026-01-02T12:00:30Z' }, 'good', 'Checked just now'],
  [{ readAt: '2026-01-02T07:00:00Z' }, 'good', 'Checked 5h ago'],
  [{ readAt: '2025-12-31T11:00:00Z' }, 'good', 'Checked 2d ago'],
  [
    { readAt, remark: 'it breaks off, so that entries may be missing' },
    'neutral',
    'Checked 5 min ago: it breaks off, so that entries may be missing',
  ],
  [
    { readAt, putOff: 'it has brought as much as one feed may in a day', failures: 1 },
    'neutral',
    'Checked 5 min ago: it has brought as much as one feed may in a day',
  ],
  [
    { readAt: null, putOff: 'your feeds have brought as much as those of one user may in a day' },
    'neutral',
    'Not read yet: your feeds have brought as much as those of one user may in a day',
  ],
  [{ readAt: null }, 'neutral', 'Waiting to be read for the first time'],
  [
    { readAt, failures: 3, error: 'there was no answer in time' },
    'bad',
    `Not read since ${since}: there was no answer in time`,
  ],
  [
    { readAt: null, failures: 1, error: 'it is no feed' },
    'bad',
    'Could not be read yet: it is no feed',
  ],
  [
    {
      readAt,
      isStopped: true,
      failures: 1,
      error: 'the server says that the feed no longer exists',
    },
    'bad',
    'Stopped: the address no longer exists',
  ],
])('a feed with %j is %s: %s', (changes, tone, text) => {
  expect(feedHealth(aFeed(changes), NOW)).toEqual({ tone, text });
});
