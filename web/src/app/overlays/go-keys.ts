import type { SavedSearch } from '@/api/types';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { savedPath } from '@/features/notifications/search/saved-path';
import { isShortcut } from '@/lib/shortcut-key';

/** The longest time between the two keys, in ms. */
const PATIENCE_MS = 1_500;

/** The destinations of `g` followed by another key. */
export const goKeys = [
  { key: 'd', does: 'Go to dashboard', to: paths.dashboard },
  { key: 'k', does: 'Go to keywords', to: paths.keywords },
  { key: 'i', does: 'Go to notifications', to: paths.notifications },
  { key: 'f', does: 'Go to search', to: paths.search },
  { key: 'm', does: 'Go to muted', to: paths.mutes },
  { key: 'c', does: 'Go to channels', to: paths.channels },
  { key: 'v', does: 'Go to coverage', to: paths.coverage },
  { key: 'y', does: 'Go to analytics', to: paths.analytics },
  { key: 'a', does: 'Go to AI insights', to: paths.aiInsights },
  ...(site.plansOn ? [{ key: 'b', does: 'Go to subscription', to: paths.subscription }] : []),
  { key: 's', does: 'Go to settings', to: paths.settings },
];

/** The number of saved searches and views that have a key, and are in the menu. */
export const MAX_KEYED = 9;

/** Returns the destinations of `g` followed by a digit: the first of what the user has saved. */
export const savedKeys = (saved: readonly SavedSearch[] = []) =>
  saved
    .slice(0, MAX_KEYED)
    .map((one, index) => ({ key: `${index + 1}`, does: `Go to ${one.name}`, to: savedPath(one) }));

/**
 * Handles `g` and the key after it until the returned function is called. The second key does not
 * trigger its own shortcut.
 */
export function followGoKeys(
  go: (to: string) => void,
  saved: () => readonly SavedSearch[] | undefined,
): () => void {
  let pressedAt = -Infinity;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    const isSecond = event.timeStamp - pressedAt <= PATIENCE_MS;
    pressedAt = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity;
    const targets = [...goKeys, ...savedKeys(saved())];
    const target = isSecond && targets.find(({ key }) => key === event.key);
    if (!target) return;
    event.preventDefault();
    go(target.to);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
