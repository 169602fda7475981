import { create } from 'zustand';

import type { EmailFrequency, NotificationPreferences, QuietHours, Theme, User } from '@/api/types';

/** What 'Save All Changes' saves. */
export type Choices = {
  emailNotifications: boolean;
  emailFrequency: EmailFrequency;
  quietHours: QuietHours | null;
  burstLimit: number;
  theme: Theme;
};

export type Edits = Partial<Choices>;

type Store = { userId: string | null; edits: Edits };

/**
 * What the user has changed and not saved. It outlives the screen, so that a look at another one
 * loses nothing, and holds only what differs, so that values fetched anew never overwrite an edit.
 */
const useEdits = create<Store>()(() => ({ userId: null, edits: {} }));

export function useChoices(user: User) {
  const { userId, edits: kept } = useEdits();
  const saved = savedChoices(user);
  const edits = userId === user._id ? different(kept, saved) : {};
  return {
    choices: { ...saved, ...edits },
    isChanged: Object.keys(edits).length > 0,
    edit: (changes: Edits) =>
      useEdits.setState({ userId: user._id, edits: { ...edits, ...changes } }),
  };
}

/** Forgets the edits that have just been saved, or all of them. One made meanwhile is kept. */
export function forgetEdits(saved?: Edits): void {
  useEdits.setState(({ edits }) => ({ edits: saved ? different(edits, saved) : {} }));
}

const BURST_LIMIT = 20;

/** A user stored by an earlier version lacks the newer preferences, which then have their defaults. */
function savedChoices({ notificationPreferences, settings }: User): Choices {
  const { emailNotifications, emailFrequency } = notificationPreferences;
  const newer: Partial<NotificationPreferences> = notificationPreferences;
  const { quietHours = null, burstLimit = BURST_LIMIT } = newer;
  return { emailNotifications, emailFrequency, quietHours, burstLimit, theme: settings.theme };
}

function different(edits: Edits, saved: Edits): Edits {
  const kept = Object.entries(edits).filter(
    ([name, value]) => JSON.stringify(saved[name as keyof Edits]) !== JSON.stringify(value),
  );
  return Object.fromEntries(kept);
}
