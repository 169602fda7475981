import type { GroupedNotification, Notification } from '@/api/types';

import type { MadeMove } from './api/move-notifications';

/** Groups are told apart by their keyword without regard to case, as the server does. */
export const groupKey = (keyword: string) => keyword.toLowerCase();

/** The only group of the timeline, which has no keyword. */
export const TIMELINE = '';

/** A list that holds still, and how a later answer of the server differs from it. */
export type Held = {
  groups: readonly GroupedNotification[];
  /** Listed, but not in the answer any more. */
  goneIds: ReadonlySet<string>;
  /** In the answer, and newer than what is listed. */
  newIds: ReadonlySet<string>;
};

/**
 * `groups` in their order, with what the answer says of each notification now. Nothing is added,
 * removed or sorted: that would move what someone reads.
 */
export function holdStill(
  groups: readonly GroupedNotification[],
  answer: readonly GroupedNotification[],
): Held {
  const answered = new Map(answer.map((group) => [groupKey(group._id), group]));
  const goneIds = new Set<string>();
  const held = groups.map((group) => {
    const now = answered.get(groupKey(group._id));
    const byId = new Map(now?.notifications.map((one) => [one._id, one]));
    const notifications = group.notifications.map((one) => {
      if (now && !byId.has(one._id) && isCovered(one, now)) goneIds.add(one._id);
      return byId.get(one._id) ?? one;
    });
    return { ...group, notifications };
  });
  return { groups: held, goneIds, newIds: newerIds(groups, answer) };
}

/** Whether an answer's group would hold `one` if it were still there: it has only the newest. */
function isCovered(one: Notification, { count, notifications }: GroupedNotification): boolean {
  const last = notifications.at(-1);
  return count <= notifications.length || !last || one.createdAt > last.createdAt;
}

function newerIds(groups: readonly GroupedNotification[], answer: readonly GroupedNotification[]) {
  const known = new Set(groups.flatMap(({ notifications }) => notifications.map(({ _id }) => _id)));
  const newest = groups.reduce((at, { latestNotification }) => later(at, latestNotification), 0);
  const latest = new Map(
    groups.map((group) => [groupKey(group._id), Date.parse(group.latestNotification)]),
  );
  const isNew = (group: string, { _id, createdAt }: Notification) =>
    !known.has(_id) && Date.parse(createdAt) > (latest.get(group) ?? newest);
  return new Set(
    answer.flatMap(({ _id, notifications }) =>
      notifications.filter((one) => isNew(groupKey(_id), one)).map((one) => one._id),
    ),
  );
}

const later = (at: number, time: string) => Math.max(at, Date.parse(time));

/** Why notifications of a list are not in their place any more. */
export type Left = {
  /** Moved, or being moved, elsewhere. */
  moves: readonly MadeMove[];
  goneIds: ReadonlySet<string>;
};

/** The move by which one has left; `elsewhere` if it was none of this page, null if it is there. */
export function leftBy(id: string, group: string, left: Left): MadeMove | 'elsewhere' | null {
  const move = left.moves.findLast(({ ids, ...made }) => has(ids, id) || isWhole(made, group));
  if (move) return move;
  return left.goneIds.has(id) ? 'elsewhere' : null;
}

/** How many of a group are still in their place, those included that it did not bring along. */
export function countLeft(group: GroupedNotification, left: Left): number {
  const { _id: keyword, count, notifications } = group;
  if (left.moves.some((move) => isWhole(move, keyword))) return 0;
  const brought = new Set(notifications.map(({ _id }) => _id));
  const gone = notifications.filter(({ _id }) => leftBy(_id, keyword, left) !== null);
  const further = left.moves.flatMap(({ ids, keywords }) =>
    ids.filter((id, at) => !brought.has(id) && isOf(group, keywords[at] ?? '')),
  );
  return Math.max(0, count - gone.length - further.length);
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether `id` is among the ids of a move, of which there may be thousands. */
function has(ids: readonly string[], id: string): boolean {
  let set = sets.get(ids);
  if (!set) sets.set(ids, (set = new Set(ids)));
  return set.has(id);
}

type Whole = Pick<MadeMove, 'whole' | 'keywords'>;

function isWhole({ whole, keywords }: Whole, group: string): boolean {
  return whole !== undefined && groupKey(keywords[0] ?? '') === groupKey(group);
}

const isOf = ({ _id }: GroupedNotification, keyword: string) =>
  _id === TIMELINE || groupKey(_id) === groupKey(keyword);

/**
 * What follows a list, read on page by page: the ones known in their order, as the answer has them
 * now, and after them those that it adds.
 */
export function readOn(
  known: readonly Notification[],
  answer: readonly Notification[],
): Notification[] {
  const byId = new Map(answer.map((one) => [one._id, one]));
  const knownIds = new Set(known.map(({ _id }) => _id));
  const last = known.at(-1);
  const added = answer.filter(
    ({ _id, createdAt }) => !knownIds.has(_id) && (!last || createdAt <= last.createdAt),
  );
  return [...known.map((one) => byId.get(one._id) ?? one), ...added];
}
