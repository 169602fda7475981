import type { MuteInput, MuteKind, Notification } from '@/api/types';
import { numberText } from '@/lib/number';
import { authorLabel, inPlace, isInside, placeLabel } from '@/lib/places';

/** The user's choice of what to mute. */
export type MuteChoice = { kind: MuteKind; word: string };

/** The texts that the forum shows in place of a deleted name. */
const NOBODY = ['', '[deleted]', '[removed]'];

/** Returns what can be muted of a notification, the likeliest first. */
export function kindsOf({ redditPost }: Notification): { kind: MuteKind; label: string }[] {
  const { author, subreddit } = redditPost;
  const writer = {
    kind: 'author' as const,
    label: `Everything by ${authorLabel(author, subreddit)}`,
  };
  return [
    ...(NOBODY.includes(author) ? [] : [writer]),
    { kind: 'thread', label: 'This thread' },
    { kind: 'subreddit', label: `Everything ${inPlace(subreddit)}` },
    { kind: 'word', label: 'Everything with a word or phrase' },
  ];
}

/** Returns what can be muted of several notifications, each kind with its distinct values. */
export function kindsOfSeveral(notifications: readonly Notification[]) {
  const there = notifications.filter(({ gone }) => !gone).map(({ redditPost }) => redditPost);
  const writers = different(
    there.filter(({ author }) => !NOBODY.includes(author)),
    ({ author }) => author,
  );
  const places = different(there, ({ subreddit }) => subreddit).map(({ subreddit }) => subreddit);
  return [
    {
      kind: 'author' as const,
      values: writers.map(({ author }) => author),
      label: `Everything by ${listOf(writers.map(({ author, subreddit }) => authorLabel(author, subreddit)))}`,
    },
    { kind: 'subreddit' as const, values: places, label: `Everything ${everyPlace(places)}` },
  ].filter(({ values }) => values.length > 0);
}

/** Returns the elements with distinct names: the last of each name, in the order of the first. */
const different = <T>(all: readonly T[], nameOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [nameOf(one).toLowerCase(), one])).values(),
];

/** Returns "in r/tea and r/rust" or "in r/tea and on Hacker News". */
function everyPlace(places: readonly string[]): string {
  const inside = places.filter(isInside);
  const sites = places.filter((place) => !isInside(place));
  if (inside.length === 0) return `on ${listOf(sites.map(placeLabel))}`;
  return `in ${listOf([...inside.map(placeLabel), ...sites.map(inPlace)])}`;
}

/** The number of names listed. */
const NAMED = 5;

function listOf(labels: readonly string[]): string {
  const names = labels.slice(0, NAMED);
  const more = labels.length - names.length;
  if (more > 0) names.push(`${numberText(more)} more`);
  return new Intl.ListFormat('en').format(names);
}

export const firstKind = (notification: Notification): MuteKind =>
  kindsOf(notification)[0]?.kind ?? 'thread';

/** Returns what a choice mutes, or null while its word is missing. */
export function whatToMute(
  { kind, word }: MuteChoice,
  { _id }: Notification,
): Pick<MuteInput, 'kind' | 'value' | 'notificationId'> | null {
  if (kind !== 'word') return { kind, notificationId: _id };
  return word.trim() ? { kind, value: word.trim() } : null;
}
