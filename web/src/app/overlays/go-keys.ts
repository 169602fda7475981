import { paths } from '@/config/paths';
import { site } from '@/config/site';
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

/**
 * Handles `g` and the key after it until the returned function is called. The second key does not
 * trigger its own shortcut.
 */
export function followGoKeys(go: (to: string) => void): () => void {
  let pressedAt = -Infinity;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    const isSecond = event.timeStamp - pressedAt <= PATIENCE_MS;
    pressedAt = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity;
    const target = isSecond && goKeys.find(({ key }) => key === event.key);
    if (!target) return;
    event.preventDefault();
    go(target.to);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
