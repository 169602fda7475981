import type { NotificationMove, NotificationStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

/** The place of a notification: one of the four lists, or none of them. */
export type NotificationPlace = NotificationStatus | 'deleted';

/** The target of a move. What is not relevant is archived, and counted for its keyword. */
export type Target = NotificationPlace | 'not-relevant';

const params = (id: string) => ({ params: { path: { id } } });

const deleteOne = (id: string) => unwrap(api.DELETE('/api/notifications/{id}', params(id)));
const restore = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/restore', params(id)));
const archive = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/archive', params(id)));
const read = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/read', params(id)));
const unread = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/unread', params(id)));

const notRelevant = (id: string) =>
  unwrap(api.PATCH('/api/notifications/{id}/not-relevant', params(id)));

/** Moves one notification. A deleted one returns to where it was deleted from. */
export async function moveNotification(id: string, from: Target, to: Target): Promise<void> {
  if (to === 'deleted') return removeOnce(id);
  if (from === 'deleted') await restore(id);
  else if (to === 'not-relevant') await notRelevant(id);
  else if (to === 'aside') await moveSeveral([{ ids: [id], from, to }]);
  else if (to === 'archived') await archive(id);
  // Reading an archived notification does not unarchive it, so it has to leave the archive first.
  // Marking it as unread also reverts that it is not relevant.
  else if (to === 'unread' || from === 'archived' || from === 'not-relevant') await unread(id);
  if (to === 'read' && from !== 'deleted') await read(id);
}

async function removeOnce(id: string): Promise<void> {
  try {
    await deleteOne(id);
  } catch (error) {
    // Already deleted elsewhere, which is what the user wants.
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  }
}

/** How many notifications are marked, of how many. */
export type Progress = { done: number; all: number };

/**
 * Marks the unread notifications of one keyword, or all of them, as read, in as many calls as that
 * takes. What arrives meanwhile stays unread.
 */
export async function readAll(
  keyword?: string,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  let upTo: number | undefined;
  let done = 0;
  let remaining: number;
  do {
    const answer = await unwrap(api.POST('/api/notifications/read', { body: { keyword, upTo } }));
    ({ upTo, remaining } = answer);
    done += answer.changed;
    onProgress?.({ done, all: done + remaining });
  } while (remaining > 0);
}

/** The maximum number of ids that the server takes in one call. */
export const MAX_MOVED_IDS = 1_000;

type Several = { ids: readonly string[]; from: Target; to: Target };

/** Moves up to 1,000 notifications, of one state or more: all or none of them. */
export async function moveSeveral(moves: readonly Several[]): Promise<void> {
  await unwrap(api.POST('/api/notifications/move', { body: { moves: moves.map(asCalled) } }));
}

/** Converts a move for the server. Deleted notifications return to their previous state. */
function asCalled({ ids, from, to }: Several): NotificationMove {
  if (from === 'deleted') return { ids: [...ids], to: 'restored' };
  return { ids: [...ids], from: from === 'not-relevant' ? 'archived' : from, to };
}
