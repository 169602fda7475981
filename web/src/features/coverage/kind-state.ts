import type { ItemKind, KindCoverage } from '@/api/types';

/** The age of the last read after which reading counts as stopped, as on the server. */
const STALE_MS = 15 * 60_000;

export type KindState = 'complete' | 'filling' | 'stale' | 'reading' | 'waiting' | 'sample';

/** Returns the current state of reading posts or comments of `place`. */
export function kindState(
  place: string,
  kind: ItemKind,
  coverage: KindCoverage | null,
  now = Date.now(),
): KindState {
  if (!coverage) return 'waiting';
  if (isSample(place, kind)) return 'sample';
  if (coverage.fillingSince !== null) return 'filling';
  if (coverage.completeSince !== null) return 'complete';
  if (coverage.readUntil === null) return 'waiting';
  return now - Date.parse(coverage.readUntil) > STALE_MS ? 'stale' : 'reading';
}

/** Returns whether only a sample can be read, because the forum's limit allows no more. */
export const isSample = (place: string, kind: ItemKind) => place === 'all' && kind === 'comment';
