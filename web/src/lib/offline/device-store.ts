import { clear, createStore, del, delMany, entries, get, keys, set } from 'idb-keyval';

import { useSession } from '../http/session';

/** An answer of the server, as JSON. */
type KeptAnswer = { user: string; build: string; at: number; text: string };

/** A change that waits for the network. */
export type KeptChange = {
  user: string;
  /** The tab that sends it, as long as it is open. */
  tab: string;
  mutationKey: readonly unknown[];
  variables: unknown;
  submittedAt: number;
};

const answers = createStore('harken-answers', 'answers');
const changes = createStore('harken-changes', 'changes');

/** As long as an item that was deleted on Reddit may stay here (docs/PROMISES.md). */
const MAX_AGE_MS = 48 * 3_600_000;
/** The limits of what is kept: the characters of an answer, and the number of answers and changes. */
const MAX_LENGTH = 1_000_000;
const MAX_ANSWERS = 40;
const MAX_CHANGES = 500;
/** The number of answers that are kept before the oldest ones are dropped again. */
const BATCH = 10;

/** The name of this module's file, which every build changes: others may have other answers. */
const build = import.meta.url;

let kept = 0;

const userId = () => {
  const { token, user } = useSession.getState();
  return token && user ? user._id : null;
};

const isUsable = ({ user, build: of, at }: KeptAnswer) =>
  user === userId() && of === build && Date.now() - at < MAX_AGE_MS;

/** Keeps an answer from `at` (ms since the epoch) under the hash of its query. */
export async function keepAnswer(hash: string, data: unknown, at: number): Promise<void> {
  const user = userId();
  if (user === null) return;
  const text = JSON.stringify(data);
  if (text.length > MAX_LENGTH) return del(hash, answers);
  if (kept++ % BATCH === 0) await dropOldAnswers();
  // Somebody may have signed out meanwhile.
  if (user === userId()) await set(hash, { user, build, at, text } satisfies KeptAnswer, answers);
}

/** Returns the user's last answer to a query; undefined if there is none. */
export async function keptAnswer(hash: string): Promise<{ data: unknown; at: number } | undefined> {
  const answer = await get<KeptAnswer>(hash, answers);
  if (!answer || !isUsable(answer)) return undefined;
  return { data: JSON.parse(answer.text) as unknown, at: answer.at };
}

/** Forgets the answers to queries whose hash begins with `start`. */
export async function forgetAnswers(start: string): Promise<void> {
  const hashes = (await keys<string>(answers)).filter((hash) => hash.startsWith(start));
  await delMany(hashes, answers);
}

async function dropOldAnswers(): Promise<void> {
  const all = await entries<string, KeptAnswer>(answers);
  const newest = all.filter(([, answer]) => isUsable(answer)).sort(([, a], [, b]) => b.at - a.at);
  const wanted = new Set(newest.slice(0, MAX_ANSWERS).map(([hash]) => hash));
  const hashes = all.map(([hash]) => hash).filter((hash) => !wanted.has(hash));
  await delMany(hashes, answers);
}

/** Keeps a change that waits. Beyond the limit, only its page remembers it. */
export async function keepChange(id: string, change: Omit<KeptChange, 'user'>): Promise<void> {
  const user = userId();
  if (user === null || (await keys(changes)).length >= MAX_CHANGES) return;
  await set(id, { user, ...change } satisfies KeptChange, changes);
}

export const dropChange = (id: string): Promise<void> => del(id, changes);

/** Returns the user's changes that wait, in the order in which they were made. */
export async function keptChanges(): Promise<[id: string, KeptChange][]> {
  const all = await entries<string, KeptChange>(changes);
  return all
    .filter(([, { user }]) => user === userId())
    .sort(([, a], [, b]) => a.submittedAt - b.submittedAt);
}

/** Removes everything, for whoever uses this device next. */
export async function eraseDevice(): Promise<void> {
  await Promise.all([clear(answers), clear(changes)]);
}
