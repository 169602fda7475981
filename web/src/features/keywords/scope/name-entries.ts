/** A name in a list of the form. An invalid one has a reason; `unchecked` if its check failed. */
export type Entry =
  | { name: string; status: 'valid' | 'checking' }
  | { name: string; status: 'invalid'; reason: string; unchecked?: boolean };

const key = (name: string) => name.toLowerCase();
const isAll = ({ name, status }: Entry) => key(name) === 'all' && status === 'valid';

export const valid = (name: string): Entry => ({ name, status: 'valid' });

export function hasEntry(entries: readonly Entry[], name: string): boolean {
  return entries.some((entry) => key(entry.name) === key(name));
}

/** Adds an entry. `all` means every name, so it replaces the others and they replace it. */
export function withEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  if (isAll(entry)) return [entry];
  const others = entries.filter((other) => !isAll(other));
  return hasEntry(others, entry.name) ? others : [...others, entry];
}

export function withoutEntry(entries: readonly Entry[], name: string): Entry[] {
  return entries.filter((entry) => entry.name !== name);
}

/** Replaces the entry with `name` by the result of its check, unless it was removed meanwhile. */
export function withResult(entries: readonly Entry[], name: string, result: Entry): Entry[] {
  return entries.map((entry) => (key(entry.name) === key(name) ? result : entry));
}

/** Returns the names that are not valid yet, so that they can be typed again. */
export function unsettledText(entries: readonly Entry[], text: string): string {
  const names = entries.filter(({ status }) => status !== 'valid').map(({ name }) => name);
  return [...names, text.trim()].filter(Boolean).join(', ');
}

export function validNames(entries: readonly Entry[]): string[] {
  return entries.filter(({ status }) => status === 'valid').map(({ name }) => name);
}
