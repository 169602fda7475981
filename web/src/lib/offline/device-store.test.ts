import * as library from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import { aUser } from '@/testing/fixtures';

import { endSession, startSession } from '../http/session';
import {
  eraseDevice,
  forgetAnswers,
  keepAnswer,
  keepChange,
  keptAnswer,
  keptChanges,
} from './device-store';

const databases = new Map<library.UseStore | undefined, Map<unknown, unknown>>();

/** Lets the library use maps in place of databases, which jsdom lacks. */
function stubDatabases() {
  const of = (store: library.UseStore | undefined) => {
    const database = databases.get(store) ?? new Map<unknown, unknown>();
    databases.set(store, database);
    return database;
  };
  vi.spyOn(library, 'get').mockImplementation((key, store) =>
    Promise.resolve(of(store).get(key) as never),
  );
  vi.spyOn(library, 'set').mockImplementation((key, value, store) =>
    Promise.resolve(void of(store).set(key, value)),
  );
  vi.spyOn(library, 'del').mockImplementation((key, store) =>
    Promise.resolve(void of(store).delete(key)),
  );
  vi.spyOn(library, 'delMany').mockImplementation((keys, store) => {
    for (const key of keys) of(store).delete(key);
    return Promise.resolve();
  });
  vi.spyOn(library, 'keys').mockImplementation((store) =>
    Promise.resolve([...of(store).keys()] as never[]),
  );
  vi.spyOn(library, 'entries').mockImplementation((store) =>
    Promise.resolve([...of(store)] as never[]),
  );
  vi.spyOn(library, 'clear').mockImplementation((store) => {
    of(store).clear();
    return Promise.resolve();
  });
}

const HOUR_MS = 3_600_000;
const signIn = (id = 'ada') =>
  startSession({ token: 'token-1', refreshToken: 'refresh-1', user: aUser({ _id: id }) });
const sizes = () => [...databases.values()].map(({ size }) => size);
const aChange = (submittedAt: number) => ({
  tab: 'tab-1',
  mutationKey: ['move-notifications'],
  variables: [],
  submittedAt,
});

beforeEach(async () => {
  stubDatabases();
  await eraseDevice();
  signIn();
});

test('an answer is kept for two days', async () => {
  const now = Date.now();
  await keepAnswer('new', { count: 1 }, now - 47 * HOUR_MS);
  await keepAnswer('old', { count: 1 }, now - 49 * HOUR_MS);
  expect(await keptAnswer('new')).toEqual({ data: { count: 1 }, at: now - 47 * HOUR_MS });
  expect(await keptAnswer('old')).toBeUndefined();
});

test('nobody sees the answers and changes of another user', async () => {
  await keepAnswer('one', 1, Date.now());
  await keepChange('1', aChange(1));
  signIn('bea');
  expect(await keptAnswer('one')).toBeUndefined();
  expect(await keptChanges()).toEqual([]);
});

test('nothing is kept after the session has ended', async () => {
  endSession('signed-out');
  await keepAnswer('one', 1, Date.now());
  await keepChange('1', aChange(1));
  expect(sizes()).toEqual([0, 0]);
});

test('the number of answers is limited, and the newest stay', async () => {
  const now = Date.now();
  for (let at = 0; at < 200; at++) await keepAnswer(`answer ${at}`, at, now + at);
  expect(sizes()[0]).toBeLessThanOrEqual(50);
  expect((await keptAnswer('answer 199'))?.data).toBe(199);
});

test('an answer that is too long replaces an earlier one by nothing', async () => {
  await keepAnswer('one', 'short', Date.now());
  await keepAnswer('one', 'x'.repeat(1_000_001), Date.now());
  expect(await keptAnswer('one')).toBeUndefined();
});

test('the number of changes is limited, and they keep their order', async () => {
  for (let at = 600; at > 0; at--) await keepChange(String(at), aChange(at));
  const changes = await keptChanges();
  expect(changes).toHaveLength(500);
  expect(changes.slice(0, 2).map(([, { submittedAt }]) => submittedAt)).toEqual([101, 102]);
});

test('answers are forgotten by the beginning of their keys', async () => {
  for (const hash of ['["notifications","recent"]', '["watches"]']) {
    await keepAnswer(hash, 1, Date.now());
  }
  await forgetAnswers('["notifications"');
  expect(await keptAnswer('["notifications","recent"]')).toBeUndefined();
  expect(await keptAnswer('["watches"]')).toBeDefined();
});

test('everything is erased at once', async () => {
  await keepAnswer('one', 1, Date.now());
  await keepChange('1', aChange(1));
  await eraseDevice();
  expect(sizes()).toEqual([0, 0]);
});
