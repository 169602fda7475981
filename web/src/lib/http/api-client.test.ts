import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aUser } from '@/testing/fixtures';
import { type Answer, refusal, serve } from '@/testing/server';

import { api, unwrap } from './api-client';
import { ApiError, RateLimitedError } from './api-error';
import { useRateLimit } from './rate-limit';
import { startSession, useSession } from './session';

let refreshes: unknown[] = [];

/** Mocks a server that only accepts the token `fresh`. */
function acceptOnlyFresh() {
  serve({
    'GET /notifications/unread/count': ({ request }) =>
      request.headers.get('Authorization') === 'Bearer fresh'
        ? { count: 3 }
        : refusal(401, 'UNAUTHORIZED', 'Please sign in'),
  });
}

const answerRefresh = (answer: Answer) => {
  refreshes = serve({ 'POST /auth/refresh': answer }).asked;
};
const freshTokens = { token: 'fresh', refreshToken: 'refresh-2' };
const unreadCount = () => unwrap(api.GET('/api/notifications/unread/count'));

afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  refreshes = [];
  startSession({ token: 'stale', refreshToken: 'refresh-1', user: aUser() });
});

test('a 401 is answered with one refresh, shared by all calls, and a second try', async () => {
  acceptOnlyFresh();
  answerRefresh(freshTokens);
  const answers = await Promise.all([unreadCount(), unreadCount(), unreadCount()]);
  expect(answers).toEqual([{ count: 3 }, { count: 3 }, { count: 3 }]);
  expect(refreshes).toEqual([['POST /auth/refresh', { refreshToken: 'refresh-1' }]]);
  expect(localStorage.getItem('token')).toBe('fresh');
  expect(localStorage.getItem('refreshToken')).toBe('refresh-2');
});

test('a body is sent again whole after a refresh', async () => {
  answerRefresh(freshTokens);
  const { asked } = serve({
    'PUT /users/settings': () => {
      if (asked.length === 1) return refusal(401, 'UNAUTHORIZED', 'Please sign in');
      return aUser();
    },
  });
  await unwrap(api.PUT('/api/users/settings', { body: { theme: 'dark' } }));
  const call = ['PUT /users/settings', { theme: 'dark' }];
  expect(asked).toEqual([call, call]);
});

test('a token that another tab has renewed is used without a refresh', async () => {
  acceptOnlyFresh();
  localStorage.setItem('token', 'fresh');
  localStorage.setItem('refreshToken', 'refresh-2');
  expect(await unreadCount()).toEqual({ count: 3 });
  expect(refreshes).toEqual([]);
});

type LockWork = (lock: object | null) => Promise<unknown>;

/** Stubs the browser's locks; `isFree` is whether no other tab has the lock at first. */
function stubLocks(isFree: boolean) {
  const names: string[] = [];
  const request = (name: string, ...rest: [LockWork] | [object, LockWork]) => {
    names.push(name);
    return rest.length === 2 ? rest[1](isFree ? {} : null) : rest[0]({});
  };
  vi.stubGlobal('navigator', { locks: { request }, onLine: true });
  return names;
}

test('tabs take turns to refresh where the browser has locks', async () => {
  const names = stubLocks(true);
  acceptOnlyFresh();
  answerRefresh(freshTokens);
  await unreadCount();
  expect(names).toEqual(['harken-refresh']);
  expect(refreshes).toHaveLength(1);
});

test('a token that another tab received is used even if it arrives seconds after the lock', async () => {
  const names = stubLocks(false);
  acceptOnlyFresh();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const count = unreadCount();
  await vi.waitFor(() => expect(names).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(4_000);
  localStorage.setItem('token', 'fresh');
  localStorage.setItem('refreshToken', 'refresh-2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(await count).toEqual({ count: 3 });
  expect(refreshes).toEqual([]);
});

test('a refused refresh ends the session and clears what was stored', async () => {
  acceptOnlyFresh();
  answerRefresh(refusal(401, 'UNAUTHORIZED', 'Please sign in'));
  await expect(unreadCount()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  expect(useSession.getState()).toMatchObject({ token: null, user: null, ended: 'expired' });
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('refreshToken')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('a server that fails to refresh ends nothing', async () => {
  acceptOnlyFresh();
  answerRefresh(refusal(503, 'INTERNAL', 'Busy'));
  await expect(unreadCount()).rejects.toThrow('could not be renewed');
  expect(useSession.getState().token).toBe('stale');
});

test('a 401 of the login does not end the session', async () => {
  serve({ 'POST /auth/login': refusal(401, 'INVALID_CREDENTIALS', 'Wrong password') });
  const login = api.POST('/api/auth/login', { body: { email: 'a@b.example', password: 'x' } });
  await expect(unwrap(login)).rejects.toThrow('Wrong password');
  expect(refreshes).toEqual([]);
  expect(useSession.getState().token).toBe('stale');
});

test('a 429 looks successful, is flagged and is stored', async () => {
  const wait = { retryAfter: 12, limit: 100, remaining: 0 };
  serve({
    'GET /notifications/unread/count': refusal(429, 'DDOS_RATE_LIMIT_EXCEEDED', 'Slow down', wait),
  });
  const { data, response } = await api.GET('/api/notifications/unread/count');
  expect(response.ok).toBe(true);
  expect(data).toMatchObject({ rateLimited: true, retryAfter: 12 });
  expect(localStorage.getItem('rateLimitExceeded')).toBe('true');
  expect(JSON.parse(localStorage.getItem('lastRateLimitError') ?? '')).toEqual({
    code: 'DDOS_RATE_LIMIT_EXCEEDED',
    message: 'Slow down',
    ...wait,
    timestamp: expect.any(Number) as number,
  });
  await expect(unreadCount()).rejects.toBeInstanceOf(RateLimitedError);
});

test('a bare 429 gets the default code, text and wait', async () => {
  serve({ 'GET /notifications/unread/count': new HttpResponse('', { status: 429 }) });
  await expect(unreadCount()).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests',
    retryAfterS: 30,
  });
  expect(useRateLimit.getState().pending?.retryAfter).toBe(30);
});

test('a refusal carries its status, code, text and fields', async () => {
  const fields = { theme: 'Unknown theme' };
  serve({
    'PUT /users/settings': refusal(422, 'VALIDATION_FAILED', 'Please check the form', { fields }),
  });
  const error = await unwrap(api.PUT('/api/users/settings', { body: { theme: 'dark' } })).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: 'VALIDATION_FAILED',
    message: 'Please check the form',
    fields,
  });
});
