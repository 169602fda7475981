import { Ban, Globe, Hash, type LucideIcon, MessagesSquare, Rss, User } from 'lucide-react';

import type { Mute, MuteKind } from '@/api/types';
import { isCommunity, isFeed, isSite } from '@/lib/places';

type MuteLook = { label: string; icon: LucideIcon };

/** The labels of what can be muted. */
export const muteKinds: Record<MuteKind, MuteLook> = {
  author: { label: 'Author', icon: User },
  subreddit: { label: 'Subreddit', icon: Hash },
  thread: { label: 'Thread', icon: MessagesSquare },
  word: { label: 'Word', icon: Ban },
};

const muteOfSite: MuteLook = { label: 'Site', icon: Globe };
const muteOfCommunity: MuteLook = { label: 'Community', icon: Hash };
const muteOfFeed: MuteLook = { label: 'Feed', icon: Rss };

/** Returns the label and icon of a mute. A place need not be a subreddit. */
export function muteLook({ kind, value }: Pick<Mute, 'kind' | 'value'>): MuteLook {
  if (kind !== 'subreddit' || !isSite(value)) return muteKinds[kind];
  if (isCommunity(value)) return muteOfCommunity;
  return isFeed(value) ? muteOfFeed : muteOfSite;
}

/** The kinds that can be typed in. Threads are muted where they are read. */
export const typedKinds = {
  author: { placeholder: 'username', hint: 'You get no alerts for anything this person writes.' },
  subreddit: { placeholder: 'r/name', hint: 'You get no alerts for anything posted there.' },
  word: {
    placeholder: 'giveaway',
    hint: 'You get no alerts for anything with this word or phrase in its title or text.',
  },
} satisfies Partial<Record<MuteKind, { placeholder: string; hint: string }>>;

export type TypedKind = keyof typeof typedKinds;
