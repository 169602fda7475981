import { callMatcher } from '@/lib/matcher/client';
import { isCommunity } from '@/lib/places';

import { type Entry, valid } from './name-entries';

const NO_COMMUNITY = 'Write a community as name@host, or paste its address.';

/** Parses a Lemmy community: `rust@programming.dev`, `!rust@programming.dev` or an address. */
export async function readCommunity(word: string): Promise<Entry> {
  const typed = /^[^!/:@]+@[^/@]+$/.test(word) ? `c/${word}` : word;
  const parsed = await callMatcher('parseSubreddits', typed).catch(() => undefined);
  const name = parsed?.entries[0]?.name ?? typed;
  return isCommunity(name) ? valid(name) : { name: word, status: 'invalid', reason: NO_COMMUNITY };
}
