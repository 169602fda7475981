import { create } from 'zustand';

import type { EmailFrequency, NotificationPreferences, QuietHours, Theme, User } from '@/api/types';

/** The values that 'Save All Changes' saves. */
export type Choices = {
  emailNotifications: boolean;
  emailFrequency: EmailFrequency;
  quietHours: QuietHours | null;
  burstLimit: number;
  setsAside: boolean;
  theme: Theme;
};

export type Edits = Partial<Choices>;

type Store = { userId: string | null; edits: Edits };

/**
 * The user's unsaved changes. They survive leaving the screen, and contain only what differs, so
 * that refetched values never overwrite an edit.
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

/** Discards the edits that have just been saved, or all of them. Newer edits are kept. */
export function forgetEdits(saved?: Edits): void {
  useEdits.setState(({ edits }) => ({ edits: saved ? different(edits, saved) : {} }));
}

const BURST_LIMIT = 20;

/** Returns the saved choices, with defaults for those that an older stored user lacks. */
function savedChoices({ notificationPreferences, settings }: User): Choices {
  const { emailNotifications, emailFrequency } = notificationPreferences;
  const newer: Partial<NotificationPreferences> = notificationPreferences;
  const { quietHours = null, burstLimit = BURST_LIMIT, setsAside = false } = newer;
  const { theme } = settings;
  return { emailNotifications, emailFrequency, quietHours, burstLimit, setsAside, theme };
}

function different(edits: Edits, saved: Edits): Edits {
  const kept = Object.entries(edits).filter(
    ([name, value]) => JSON.stringify(saved[name as keyof Edits]) !== JSON.stringify(value),
  );
  return Object.fromEntries(kept);
}
