import type { EventSourceMessage } from 'eventsource-parser';

/**
 * Creates a cursor over the events that a tab has seen. Two consecutive streams may deliver the
 * same event, which counts once.
 */
export function createLiveCursor() {
  let last: number | undefined;
  return {
    /** Returns the id of the last event, or an empty string before the first. */
    id: () => (last === undefined ? '' : String(last)),

    /** Advances to `id`, never back. */
    reach: (id: string | undefined) => {
      if (id) last = Math.max(last ?? 0, Number(id));
    },

    /** Returns whether `event` begins a stream of a database that was restored from a backup. */
    isBefore: ({ event, id }: EventSourceMessage) =>
      event === 'ready' && Boolean(id) && last !== undefined && Number(id) < last,

    /** Returns to an event of a database that was restored from a backup. */
    rewind: ({ id }: EventSourceMessage) => {
      last = Number(id);
    },

    /** Records `event` and returns whether it is new; events without news always are. */
    take: ({ event, id }: EventSourceMessage) => {
      if (!id) return true;
      const isNews = event !== 'ready' && event !== 'changed';
      if (isNews && last !== undefined && Number(id) <= last) return false;
      last = Math.max(last ?? 0, Number(id));
      return true;
    },
  };
}
