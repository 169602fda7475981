import { expect, test } from 'vitest';

import type { Status } from '@/api/types';

import { groupsOf } from './concerns';

const fine: Status = {
  quietWatches: [],
  busyWatches: [],
  pausedWatches: [],
  failingEndpoints: [],
  mail: null,
  forum: { readable: true, since: null, reason: null, gaps: 0 },
  unreadableSites: [],
};
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const endpoint = {
  endpointId: 'endpoint-1',
  channel: 'slack',
  name: 'Team chat',
  since: ago(49),
  lastError: '404 no_service.',
  paused: false,
};
const told = (changes: Partial<Status>) =>
  groupsOf({ ...fine, ...changes })
    .flatMap(({ concerns }) => concerns)
    .map(({ title, text, links }) => [title, text, ...links.map(({ to }) => to)]);

test('a healthy status raises no concern', () => {
  expect(told({})).toEqual([]);
  expect(told({ forum: null })).toEqual([]);
  // A banner reports it on every screen.
  expect(told({ mail: { since: ago(1), reason: '550' } })).toEqual([]);
});

test.each([
  [12, 9, 'It usually matches 12 times a week; nothing for 9 days.'],
  [1.2, 40, 'It usually matches once a week; nothing for 40 days.'],
  [0.3, 50, 'It usually matches less than once a week; nothing for 50 days.'],
])('a keyword that matched %f times a week', (usualPerWeek, silentDays, text) => {
  const watch = { watchId: 'watch-1', keyword: 'rust', lastMatchAt: null };
  expect(told({ quietWatches: [{ ...watch, usualPerWeek, silentDays }] })).toEqual([
    ['“rust” has gone quiet', text, '/keywords?watch=watch-1'],
  ]);
});

test('a keyword that matches more than is listed', () => {
  const watch = { watchId: 'watch-1', keyword: 'the', unlisted: 1_204 };
  expect(told({ busyWatches: [watch] })).toEqual([
    [
      '“the”: 1,204 more matches, not listed',
      'In the last 24 hours it had more matches than can be listed. They are still counted. Narrow it, or mute what you do not need.',
      '/keywords?watch=watch-1',
      '/mutes?watch=watch-1',
    ],
  ]);
});

test('a keyword that is paused because it takes too long', () => {
  const watch = { watchId: 'watch-1', keyword: 'zqx /a{9}/', since: ago(49), part: '/a{9}/' };
  const paused = [watch, { ...watch, watchId: 'watch-2', part: null }];
  expect(told({ pausedWatches: paused })).toEqual([
    [
      'Paused: “zqx /a{9}/”',
      'Searching for it takes too long, mostly because of /a{9}/. It was paused 2d ago. Edit the keyword to resume it.',
      '/keywords?watch=watch-1',
    ],
    [
      'Paused: “zqx /a{9}/”',
      'Searching for it takes too long. It was paused 2d ago. Edit the keyword to resume it.',
      '/keywords?watch=watch-2',
    ],
  ]);
});

test.each<[string, Partial<typeof endpoint>, string, string, string]>([
  [
    'a channel that fails',
    {},
    'Team chat is not getting alerts',
    'It started failing 2d ago: 404 no_service.',
    '/channels/endpoint-1',
  ],
  [
    'a channel that is paused',
    { paused: true },
    'Team chat is paused',
    'It failed for days: 404 no_service. Nothing more is sent there.',
    '/channels/endpoint-1',
  ],
  [
    'a browser that fails',
    { channel: 'push', name: 'Firefox on Linux', since: ago(0) },
    'Firefox on Linux is not getting alerts',
    'It started failing just now: 404 no_service.',
    '/settings#push',
  ],
])('%s', (_what, changes, title, text, to) => {
  expect(told({ failingEndpoints: [{ ...endpoint, ...changes }] })).toEqual([[title, text, to]]);
});

test.each<[string, Partial<NonNullable<Status['forum']>>, ...string[]]>([
  [
    'a forum that does not answer',
    { readable: false, since: ago(3), reason: 'It answers 503.' },
    'Reddit cannot be read at the moment',
    'Last read: 3h ago. It answers 503. Harken keeps trying; until then, there will be no new matches.',
  ],
  [
    'one gap',
    { gaps: 1 },
    'Some posts may have been missed',
    'In the last 24 hours there was one period that Harken could not read completely.',
    '/coverage',
  ],
  [
    'gaps',
    { gaps: 3 },
    'Some posts may have been missed',
    'In the last 24 hours there were 3 periods that Harken could not read completely.',
    '/coverage',
  ],
])('%s', (_what, changes, ...concern) => {
  const forum = { readable: true, since: null, reason: null, gaps: 0, ...changes };
  expect(told({ forum })).toEqual([concern]);
});

test('a site that cannot be read', () => {
  const reason = 'Hacker News is not answering as it should.';
  const site = { place: 'news.ycombinator.com', since: ago(2), reason };
  expect(told({ unreadableSites: [site] })).toEqual([
    [
      'Hacker News cannot be read at the moment',
      `Last read: 2h ago. ${reason} Harken keeps trying; until then, nothing new will come from there.`,
    ],
  ]);
});

test('several of a kind share a line, and others have their own', () => {
  const quiet = (keyword: string) => ({
    ...{ watchId: keyword, keyword, lastMatchAt: null, usualPerWeek: 12, silentDays: 9 },
  });
  const status = {
    ...fine,
    quietWatches: ['rust', 'go', 'zig'].map(quiet),
    failingEndpoints: [endpoint],
  };
  expect(groupsOf(status).map(({ title, concerns }) => [title, concerns.length])).toEqual([
    ['Team chat is not getting alerts', 1],
    ['3 keywords have gone quiet', 3],
  ]);
});
