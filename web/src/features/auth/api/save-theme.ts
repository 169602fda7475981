import type { Theme } from '@/api/types';
import { api } from '@/lib/api-client';

/** Keeps the account's theme in step with this device; the device's own choice holds anyway. */
export function saveTheme(theme: Theme): void {
  api.PUT('/api/users/settings', { body: { theme } }).catch(() => undefined);
}
