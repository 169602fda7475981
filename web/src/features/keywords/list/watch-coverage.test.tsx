import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { KeywordCoverage } from '@/api/types';
import { minutesAgo } from '@/testing/coverage';
import { aWatch } from '@/testing/fixtures';
import { MatcherWorker } from '@/testing/matcher-worker';
import { address, renderApp, signIn } from '@/testing/render-app';
import { server } from '@/testing/server';
import { serveWatches } from '@/testing/watch-server';

import { coverageText } from './coverage-text';

// Imported here so that compiling it does not count against the first test.
import './keywords-page';

const NOW = Date.parse('2026-11-25T12:00:00Z');

const aKeywordCoverage = (changes: Partial<KeywordCoverage> = {}): KeywordCoverage => ({
  watchId: 'watch-1',
  completeSince: '2026-11-14T09:12:00Z',
  readUntil: '2026-11-25T12:00:00Z',
  fillingSince: null,
  items: 96,
  medianSeconds: 1.7,
  p95Seconds: 6.4,
  gapSeconds: 0,
  commentsShare: null,
  ...changes,
});

const cases: [Partial<KeywordCoverage>, string | null][] = [
  [{}, 'Every post since 14 Nov has been read, 95% within 7 s.'],
  [{ p95Seconds: null }, 'Every post since 14 Nov has been read.'],
  [
    { completeSince: '2026-11-25T09:12:00Z' },
    'Every post since 09:12 has been read, 95% within 7 s.',
  ],
  [
    { completeSince: null, fillingSince: '2026-11-25T09:12:00Z' },
    'Posts since 09:12 are being read again, because some may be missing.',
  ],
  [
    { fillingSince: '2026-11-14T09:12:00Z', commentsShare: 0.38 },
    'Posts since 14 Nov are being read again, because some may be missing.',
  ],
  [{ commentsShare: 0.384 }, 'About 38% of the last hour’s comments were read.'],
  [{ commentsShare: 1 }, 'Every post since 14 Nov has been read, 95% within 7 s.'],
  [
    { completeSince: null, readUntil: '2026-11-25T09:12:00Z' },
    'Nothing has been read since 09:12.',
  ],
  [{ completeSince: null, readUntil: '2026-11-25T11:50:00Z' }, null],
  [{ completeSince: null, readUntil: null }, null],
];

test.each(cases)('a keyword with %j', (changes, text) => {
  const said = coverageText(aKeywordCoverage(changes), 'UTC', NOW);
  expect(said?.replaceAll('\u00a0', ' ') ?? null).toBe(text);
});

beforeEach(() => {
  signIn();
  vi.stubGlobal('Worker', MatcherWorker);
});

test('each active keyword has its line, from one call, and it leads to the page', async () => {
  serveWatches([
    aWatch(),
    aWatch({ _id: 'watch-2', keyword: 'zig' }),
    aWatch({ _id: 'watch-3', keyword: 'ada', isActive: false }),
  ]);
  let calls = 0;
  server.use(
    http.get('*/api/keywords/coverage', () => {
      calls += 1;
      return HttpResponse.json({
        keywords: [
          aKeywordCoverage({ completeSince: minutesAgo(0) }),
          aKeywordCoverage({
            watchId: 'watch-2',
            completeSince: null,
            fillingSince: minutesAgo(30),
          }),
          // This one has been switched off since.
          aKeywordCoverage({ watchId: 'watch-3' }),
        ],
      });
    }),
  );
  const { user } = renderApp('/keywords');
  const list = within(await screen.findByRole('list', { name: 'Keyword watches' }));
  expect(
    await list.findByRole('link', {
      name: /^Every post since .* has been read, 95% within 7\ss\.$/,
    }),
  ).toBeVisible();
  expect(list.getAllByRole('link')).toHaveLength(2);
  expect(calls).toBe(1);
  await user.click(list.getByRole('link', { name: /^Posts since .* are being read again/ }));
  expect(address()).toBe('/coverage');
});
