import type { MuteInput, MuteKind, Notification } from '@/api/types';

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
