import { type Entry, hasEntry, valid, validNames } from './name-entries';

/** Returns the valid subreddits of a list that are not in `had`, without `all`. */
export function addedNames(entries: readonly Entry[], had: readonly string[]): string[] {
  const known = [...had, 'all'].map(valid);
  return validNames(entries).filter((name) => !hasEntry(known, name));
}
