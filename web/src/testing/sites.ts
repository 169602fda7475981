import { http, HttpResponse } from 'msw';

import type { User } from '@/api/types';

import { aUser } from './fixtures';
import { signIn } from './render-app';
import { server } from './server';

export const HN = 'news.ycombinator.com';

/** Signs in to a server that reads these sites, by default Hacker News, besides Reddit. */
export function signInWithSites(changes: Partial<User> = {}, sites: string[] = [HN]): void {
  const user = aUser({ ...changes, sites });
  signIn(user);
  server.use(http.get('*/api/users/profile', () => HttpResponse.json({ user })));
}
