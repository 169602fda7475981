import type { GroupedNotification, Notification } from '@/api/types';

import type { MadeMove } from '../api/move-notifications';

/** Returns the key of a group: its keyword, compared without regard to case as on the server. */
export const groupKey = (keyword: string) => keyword.toLowerCase();

/** The key of the timeline's only group, which has no keyword. */
export const TIMELINE = '';

/** A list that does not move, and how a later response differs from it. */
export type Held = {
  groups: readonly GroupedNotification[];
  /** Listed, but no longer in the response. */
  goneIds: ReadonlySet<string>;
  /** In the response, and newer than what is listed. */
  newIds: ReadonlySet<string>;
};

/**
 * Returns `groups` in their order, with each notification as the response has it now. Nothing is
 * added, removed or sorted, since that would move what someone is reading.
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

/** Returns whether a response's group would still hold `one`: it has only the first. */
function isCovered(one: Notification, { count, notifications }: GroupedNotification): boolean {
  const [first, last] = [notifications[0], notifications.at(-1)];
  if (count <= notifications.length || !first || !last) return true;
  const isOldestFirst = first.createdAt < last.createdAt;
  return isOldestFirst ? one.createdAt < last.createdAt : one.createdAt > last.createdAt;
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

/** Why notifications are no longer in their place in a list. */
export type Left = {
  /** Moves to another place, done or in flight. */
  moves: readonly MadeMove[];
  goneIds: ReadonlySet<string>;
};

/** Returns the move by which one left; `elsewhere` if not by this page, null if it is there. */
export function leftBy(id: string, group: string, left: Left): MadeMove | 'elsewhere' | null {
  const move = left.moves.findLast(({ ids, ...made }) => has(ids, id) || isWhole(made, group));
  if (move) return move;
  return left.goneIds.has(id) ? 'elsewhere' : null;
}

/** Returns how many of a group are still in their place, including those not loaded with it. */
export function countLeft(group: GroupedNotification, left: Left): number {
  const { _id: keyword, count, notifications } = group;
  if (left.moves.some((move) => isWhole(move, keyword))) return 0;
  const gone = notifications.filter(({ _id }) => leftBy(_id, keyword, left) !== null);
  const further = left.moves.reduce((sum, { ids, keywords }) => {
    const moved = keyword === TIMELINE ? ids.length : countsOf(keywords).get(groupKey(keyword));
    return sum + (moved ?? 0) - notifications.filter(({ _id }) => has(ids, _id)).length;
  }, 0);
  return Math.max(0, count - gone.length - further);
}

const counts = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Returns how many notifications of a move each group had, of which there may be thousands. */
function countsOf(keywords: readonly string[]): ReadonlyMap<string, number> {
  const known = counts.get(keywords);
  if (known) return known;
  const counted = new Map<string, number>();
  for (const key of keywords.map(groupKey)) counted.set(key, (counted.get(key) ?? 0) + 1);
  counts.set(keywords, counted);
  return counted;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns whether `id` is among the ids of a move, of which there may be thousands. */
function has(ids: readonly string[], id: string): boolean {
  let set = sets.get(ids);
  if (!set) sets.set(ids, (set = new Set(ids)));
  return set.has(id);
}

type Whole = Pick<MadeMove, 'whole' | 'keywords'>;

function isWhole({ whole, keywords }: Whole, group: string): boolean {
  return whole !== undefined && groupKey(keywords[0] ?? '') === groupKey(group);
}

/**
 * Returns a list continued page by page: the known notifications in their order, as the response
 * has them now, and after them those that it adds.
 */
export function readOn(
  known: readonly Notification[],
  answer: readonly Notification[],
  sort: 'newest' | 'oldest' = 'newest',
): Notification[] {
  const byId = new Map(answer.map((one) => [one._id, one]));
  const knownIds = new Set(known.map(({ _id }) => _id));
  const last = known.at(-1);
  const added = answer.filter(
    ({ _id, createdAt }) =>
      !knownIds.has(_id) &&
      (!last || (sort === 'oldest' ? createdAt >= last.createdAt : createdAt <= last.createdAt)),
  );
  return [...known.map((one) => byId.get(one._id) ?? one), ...added];
}
