import type { Theme } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';

/** Keeps the account's theme in step with this device; the device's own choice holds anyway. */
export function saveTheme(theme: Theme): void {
  unwrap(api.PUT('/api/users/settings', { body: { theme } })).then(
    ({ settings }) => updateUser({ settings }),
    () => undefined,
  );
}
