import type { ItemKind, KindCoverage } from '@/api/types';

/** What has not been read for so long is not being read: the server's own measure. */
const STALE_MS = 15 * 60_000;

export type KindState = 'complete' | 'filling' | 'stale' | 'reading' | 'waiting' | 'sample';

/** How posts or comments of `place` are read at this moment. */
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

/** Whether only a part of it can be read: the forum has more than its limit lets anyone read. */
export const isSample = (place: string, kind: ItemKind) => place === 'all' && kind === 'comment';
