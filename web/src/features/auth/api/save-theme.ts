import type { Theme } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';

/** Saves the theme in the account too; this device keeps its choice even if that fails. */
export function saveTheme(theme: Theme): void {
  unwrap(api.PUT('/api/users/settings', { body: { theme } })).then(
    ({ settings }) => updateUser({ settings }),
    () => undefined,
  );
}
