import type { NotificationMove, NotificationStatus } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { hasCode } from '@/lib/http/api-error';

/** Where a notification is: one of the three lists, or in none of them. */
export type NotificationPlace = NotificationStatus | 'deleted';

/** Where it can be moved: what is not relevant is archived, and its keyword's numbers count it. */
export type Target = NotificationPlace | 'not-relevant';

const params = (id: string) => ({ params: { path: { id } } });

const deleteOne = (id: string) => unwrap(api.DELETE('/api/notifications/{id}', params(id)));
const restore = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/restore', params(id)));
const archive = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/archive', params(id)));
const read = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/read', params(id)));
const unread = (id: string) => unwrap(api.PATCH('/api/notifications/{id}/unread', params(id)));

const notRelevant = (id: string) =>
  unwrap(api.PATCH('/api/notifications/{id}/not-relevant', params(id)));

/** Moves one notification. A deleted one goes back to where it was deleted from. */
export async function moveNotification(id: string, from: Target, to: Target): Promise<void> {
  if (to === 'deleted') return removeOnce(id);
  if (from === 'deleted') await restore(id);
  else if (to === 'not-relevant') await notRelevant(id);
  else if (to === 'archived') await archive(id);
  // What is archived stays so when it is read: it has to leave the archive first. To be unread also
  // takes back that it is not relevant.
  else if (to === 'unread' || from === 'archived' || from === 'not-relevant') await unread(id);
  if (to === 'read' && from !== 'deleted') await read(id);
}

async function removeOnce(id: string): Promise<void> {
  try {
    await deleteOne(id);
  } catch (error) {
    // Deleted elsewhere already: what was wanted has happened.
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  }
}

/** Marks what is unread as read: of one keyword, or all. */
export async function readAll(keyword?: string): Promise<void> {
  await unwrap(api.POST('/api/notifications/read', { body: { keyword } }));
}

/** The server takes so many ids in one call. */
const MAX_MOVED_IDS = 1_000;

type Several = { ids: readonly string[]; from: Target; to: Target };

/** Moves several at once, of one state or more: all of up to 1,000 or none. */
export async function moveSeveral(moves: readonly Several[]): Promise<void> {
  const count = moves.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count <= MAX_MOVED_IDS) {
    await unwrap(api.POST('/api/notifications/move', { body: { moves: moves.map(asCalled) } }));
    return;
  }
  for (const { ids, ...move } of moves) {
    for (let from = 0; from < ids.length; from += MAX_MOVED_IDS) {
      await moveSeveral([{ ...move, ids: ids.slice(from, from + MAX_MOVED_IDS) }]);
    }
  }
}

/** As the server says it: what was deleted comes back as it was. */
function asCalled({ ids, from, to }: Several): NotificationMove {
  if (from === 'deleted') return { ids: [...ids], to: 'restored' };
  return { ids: [...ids], from: from === 'not-relevant' ? 'archived' : from, to };
}
