/** One name in a list of the form. An invalid one says why; `unchecked`: nobody could tell. */
export type Entry =
  | { name: string; status: 'valid' | 'checking' }
  | { name: string; status: 'invalid'; reason: string; unchecked?: boolean };

const key = (name: string) => name.toLowerCase();
const isAll = ({ name, status }: Entry) => key(name) === 'all' && status === 'valid';

export const valid = (name: string): Entry => ({ name, status: 'valid' });

export function hasEntry(entries: readonly Entry[], name: string): boolean {
  return entries.some((entry) => key(entry.name) === key(name));
}

/** Adds an entry. `all` stands for every name, so it takes the place of others and they of it. */
export function withEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  if (isAll(entry)) return [entry];
  const others = entries.filter((other) => !isAll(other));
  return hasEntry(others, entry.name) ? others : [...others, entry];
}

export function withoutEntry(entries: readonly Entry[], name: string): Entry[] {
  return entries.filter((entry) => entry.name !== name);
}

/** Puts what a check found in the place of the entry with `name`, unless it was removed meanwhile. */
export function withResult(entries: readonly Entry[], name: string, result: Entry): Entry[] {
  return entries.map((entry) => (key(entry.name) === key(name) ? result : entry));
}

/** What is no valid name yet, so that it can be typed again. */
export function unsettledText(entries: readonly Entry[], text: string): string {
  const names = entries.filter(({ status }) => status !== 'valid').map(({ name }) => name);
  return [...names, text.trim()].filter(Boolean).join(', ');
}

export function validNames(entries: readonly Entry[]): string[] {
  return entries.filter(({ status }) => status === 'valid').map(({ name }) => name);
}
