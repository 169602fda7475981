import { useSaveNotificationPreferences } from './api/save-notification-preferences';
import { useSaveSettings } from './api/save-settings';
import type { Choices } from './choices';

/** Saves the preferences and the settings at the same time; each reports its own result. */
export function useSaveAll() {
  const preferences = useSaveNotificationPreferences();
  const settings = useSaveSettings();
  return {
    isSaving: preferences.isPending || settings.isPending,
    saveAll: ({ theme, ...rest }: Choices) => {
      preferences.mutate(rest);
      settings.mutate({ theme });
    },
  };
}
