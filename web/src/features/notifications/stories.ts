import type { Notification } from '@/api/types';
import { numberText } from '@/lib/number';

/** Matches of one thread, of its crossposts and of near copies: one card. */
export type Story = {
  id: string;
  /** The newest. */
  lead: Notification;
  others: Notification[];
};

/** The stories of `notifications`, newest first, each where its newest one stands. */
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

/** What the card says of those that it does not show at first. */
export function moreText({ lead, others }: Story): string {
  const isThread = others.every(({ threadId }) => threadId === lead.threadId);
  return `${numberText(others.length)} more ${isThread ? 'in this thread' : 'of the same story'}`;
}

/** Cards that are rendered together. */
const CHUNK_SIZE = 8;

export function chunksOf(stories: readonly Story[]): Story[][] {
  const count = Math.ceil(stories.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, at) =>
    stories.slice(at * CHUNK_SIZE, (at + 1) * CHUNK_SIZE),
  );
}
