import { Ban, Globe, Hash, type LucideIcon, MessagesSquare, User } from 'lucide-react';

import type { MuteKind } from '@/api/types';

type MuteLook = { label: string; icon: LucideIcon };

/** What can be muted, as a person calls it. */
export const muteKinds: Record<MuteKind, MuteLook> = {
  author: { label: 'Author', icon: User },
  subreddit: { label: 'Subreddit', icon: Hash },
  thread: { label: 'Thread', icon: MessagesSquare },
  word: { label: 'Word', icon: Ban },
};

/** A place that is no subreddit. */
export const muteOfSite: MuteLook = { label: 'Site', icon: Globe };

/** What can be typed in. A thread is muted where it is read. */
export const typedKinds = {
  author: { placeholder: 'username', hint: 'You get no alerts for anything this person writes.' },
  subreddit: { placeholder: 'r/name', hint: 'You get no alerts for anything posted there.' },
  word: {
    placeholder: 'giveaway',
    hint: 'You get no alerts for anything with this word or phrase in its title or text.',
  },
} satisfies Partial<Record<MuteKind, { placeholder: string; hint: string }>>;

export type TypedKind = keyof typeof typedKinds;
