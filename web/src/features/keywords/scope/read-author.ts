import { callMatcher } from '@/lib/matcher/client';

import { type Entry, valid } from './name-entries';

/** Parses a word as the name of an author. Without the matcher, the server alone decides. */
export async function readAuthor(word: string): Promise<Entry> {
  const name = word.replace(/^(?:\/?u\/|@)/i, '');
  const watch = { keyword: 'any', exclusions: { authors: [name] } };
  const problem = await callMatcher('validateWatch', watch).catch(() => undefined);
  return problem ? { name, status: 'invalid', reason: `${problem.message}.` } : valid(name);
}
