import type { MuteInput, MuteKind, Notification } from '@/api/types';
import { numberText } from '@/lib/number';

/** What is chosen of a notification. */
export type MuteChoice = { kind: MuteKind; word: string };

/** What the forum writes in place of a name that is gone. */
const NOBODY = ['', '[deleted]', '[removed]'];

/** What can be muted of a notification, the likeliest first. */
export function kindsOf({ redditPost }: Notification): { kind: MuteKind; label: string }[] {
  const { author, subreddit } = redditPost;
  const writer = { kind: 'author' as const, label: `Everything by u/${author}` };
  return [
    ...(NOBODY.includes(author) ? [] : [writer]),
    { kind: 'thread', label: 'This thread' },
    { kind: 'subreddit', label: `Everything in r/${subreddit}` },
    { kind: 'word', label: 'Everything with a word or phrase' },
  ];
}

/** What can be muted of several, each with its different values. */
export function kindsOfSeveral(notifications: readonly Notification[]) {
  const different = (values: string[]) => [
    ...new Map(values.map((value) => [value.toLowerCase(), value])).values(),
  ];
  const there = notifications.filter(({ gone }) => !gone).map(({ redditPost }) => redditPost);
  const authors = different(
    there.map(({ author }) => author).filter((one) => !NOBODY.includes(one)),
  );
  const subreddits = different(there.map(({ subreddit }) => subreddit));
  return [
    { kind: 'author' as const, values: authors, label: labelOf('Everything by', 'u/', authors) },
    {
      kind: 'subreddit' as const,
      values: subreddits,
      label: labelOf('Everything in', 'r/', subreddits),
    },
  ].filter(({ values }) => values.length > 0);
}

/** So many are named. */
const NAMED = 5;

function labelOf(what: string, prefix: string, values: readonly string[]): string {
  const names = values.slice(0, NAMED).map((value) => `${prefix}${value}`);
  const more = values.length - names.length;
  if (more > 0) names.push(`${numberText(more)} more`);
  return `${what} ${new Intl.ListFormat('en').format(names)}`;
}

export const firstKind = (notification: Notification): MuteKind =>
  kindsOf(notification)[0]?.kind ?? 'thread';

/** What is muted by a choice; null as long as it does not say which word. */
export function whatToMute(
  { kind, word }: MuteChoice,
  { _id }: Notification,
): Pick<MuteInput, 'kind' | 'value' | 'notificationId'> | null {
  if (kind !== 'word') return { kind, notificationId: _id };
  return word.trim() ? { kind, value: word.trim() } : null;
}
