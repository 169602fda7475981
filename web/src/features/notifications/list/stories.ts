import type { Density, Notification } from '@/api/types';
import { headline } from '@/lib/headline';
import { counted, numberText } from '@/lib/number';
import { inPlaces, isSite, placeLabel } from '@/lib/places';

/** The matches of one thread, its crossposts and near copies, shown as one card. */
export type Story = {
  id: string;
  /** The newest match. */
  lead: Notification;
  others: Notification[];
};

/** Returns the stories of `notifications`, newest first, each at the position of its newest one. */
export function storiesOf(notifications: readonly Notification[]): Story[] {
  const stories = new Map<string, Story>();
  for (const notification of notifications) {
    const { storyId: id } = notification;
    const story = stories.get(id);
    if (story) story.others.push(notification);
    else stories.set(id, { id, lead: notification, others: [] });
  }
  return [...stories.values()];
}

export const idsOf = ({ lead, others }: Story) => [lead, ...others].map(({ _id }) => _id);

/** Describes the notifications that the card does not show at first. */
export function moreText({ lead, others }: Story): string {
  const isThread = others.every(({ threadId }) => threadId === lead.threadId);
  const more = `${numberText(others.length)} more`;
  if (isThread) return `${more} in this thread`;
  const [, ...places] = differentPlaces([lead, ...others]);
  return `${more} of the same story${places.length > 0 ? `, also ${where(places)}` : ''}`;
}

/** Returns each place once, in the order of the notifications. */
const differentPlaces = (notifications: readonly Notification[]): string[] => [
  ...new Map(
    notifications.map(({ redditPost: { subreddit } }) => [subreddit.toLowerCase(), subreddit]),
  ).values(),
];

/** The number of subreddits that are named. */
const MAX_NAMED = 3;

function where(places: readonly string[]): string {
  const subreddits = places.filter((place) => !isSite(place));
  if (subreddits.length <= MAX_NAMED) return inPlaces(places);
  return [`in ${counted(subreddits.length, 'subreddit')}`, inPlaces(places.filter(isSite))]
    .filter(Boolean)
    .join(' and ');
}

/** The number of stories that are rendered together, and their approximate height, in px. */
export const CHUNKS: Record<Density, { chunkSize: number; itemPx: number }> = {
  cards: { chunkSize: 8, itemPx: 170 },
  rows: { chunkSize: 16, itemPx: 37 },
};

export const idOf = ({ id }: Story) => id;

/** Returns the text that is rendered of a story that is far from the viewport. */
export const textOf = ({ lead: { redditPost } }: Story) =>
  headline(redditPost) || placeLabel(redditPost.subreddit);
