import type { EventSourceMessage } from 'eventsource-parser';

export type LiveCursor = ReturnType<typeof createLiveCursor>;

/**
 * Knows up to which event a tab has seen what came. Two streams, one after the other, may bring the
 * same event: each counts once.
 */
export function createLiveCursor() {
  let last: number | undefined;
  return {
    /** The id of the last event, or nothing before the first. */
    id: () => (last === undefined ? '' : String(last)),

    /** Moves on to `id`, never back. */
    reach: (id: string | undefined) => {
      if (id) last = Math.max(last ?? 0, Number(id));
    },

    /** Whether a stream that begins with `event` is of a database that was put back. */
    isBefore: ({ event, id }: EventSourceMessage) =>
      event === 'ready' && Boolean(id) && last !== undefined && Number(id) < last,

    /** Goes back to an event of a database that was put back. */
    rewind: ({ id }: EventSourceMessage) => {
      last = Number(id);
    },

    /** Notes `event` down. Returns whether it is new here; those that carry no news of their own are. */
    take: ({ event, id }: EventSourceMessage) => {
      if (!id) return true;
      const isNews = event !== 'ready' && event !== 'changed';
      if (isNews && last !== undefined && Number(id) <= last) return false;
      last = Math.max(last ?? 0, Number(id));
      return true;
    },
  };
}
