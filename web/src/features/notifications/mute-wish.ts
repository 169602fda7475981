import type { MuteInput, MuteKind, Notification } from '@/api/types';

export const durations = {
  day: { label: 'For a day', days: 1 },
  week: { label: 'For a week', days: 7 },
  good: { label: 'For good', days: null },
} as const;

/** What the dialog edits. */
export type MuteWish = {
  kind: MuteKind;
  word: string;
  /** For all keywords, or only for that of the notification. */
  forAll: boolean;
  duration: keyof typeof durations;
  cleanUp: boolean;
};

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

/** What is sent for a wish; null as long as it does not say which word. */
export function muteInput(wish: MuteWish, { _id, watchId }: Notification): MuteInput | null {
  const { kind, word, forAll, duration, cleanUp } = wish;
  const rest = { watchId: forAll ? null : watchId, forDays: durations[duration].days, cleanUp };
  if (kind !== 'word') return { kind, notificationId: _id, ...rest };
  return word.trim() ? { kind, value: word.trim(), ...rest } : null;
}
