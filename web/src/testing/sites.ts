import type { User } from '@/api/types';

import { signInAs } from './render-app';

export const HN = 'news.ycombinator.com';

/** Signs in to a server that reads these sites, by default Hacker News, besides Reddit. */
export const signInWithSites = (changes: Partial<User> = {}, sites: string[] = [HN]) =>
  signInAs({ ...changes, sites });
