import { create } from 'zustand';

import type { EmailFrequency, Theme, User } from '@/api/types';

/** What 'Save All Changes' saves. */
export type Choices = {
  emailNotifications: boolean;
  emailFrequency: EmailFrequency;
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

/** Forgets the edits: those with these names, or all of them. */
export function forgetEdits(names?: (keyof Choices)[]): void {
  useEdits.setState(({ edits }) => ({ edits: names ? without(edits, names) : {} }));
}

function savedChoices({ notificationPreferences, settings }: User): Choices {
  return { ...notificationPreferences, theme: settings.theme };
}

function different(edits: Edits, saved: Choices): Edits {
  const names = Object.keys(edits) as (keyof Choices)[];
  return without(
    edits,
    names.filter((name) => edits[name] === saved[name]),
  );
}

function without(edits: Edits, names: (keyof Choices)[]): Edits {
  const kept = Object.entries(edits).filter(([name]) => !names.includes(name as keyof Choices));
  return Object.fromEntries(kept);
}
