import { type Entry, hasEntry, valid, validNames } from './name-entries';

/** The valid subreddits of a list that are not among those that it `had`; not everything. */
export function addedNames(entries: readonly Entry[], had: readonly string[]): string[] {
  const known = [...had, 'all'].map(valid);
  return validNames(entries).filter((name) => !hasEntry(known, name));
}
