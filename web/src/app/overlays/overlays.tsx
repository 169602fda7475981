import { lazy, Suspense, useEffect } from 'react';

import { isModalOpen } from '@/lib/modal';
import { showOverlay, useOverlay } from '@/lib/overlay';
import { isShortcut } from '@/lib/shortcut-key';
import { showUpgrade, useUpgrade } from '@/lib/upgrade';
import { whenIdle } from '@/lib/when-idle';

const loadPalette = () => import('./command-palette');
const CommandPalette = lazy(loadPalette);
const ReadAllDialog = lazy(() => import('./read-all-dialog'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'));
const UpgradeDialog = lazy(() => import('./upgrade-dialog'));

const close = () => showOverlay(null);
const closeUpgrade = () => showUpgrade(null);

/** The dialogs that every signed-in screen has, loaded when first opened, the palette before. */
export function Overlays() {
  const shown = useOverlay((state) => state.shown);
  const wanted = useUpgrade((state) => state.wanted);
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      close();
      closeUpgrade();
    };
  }, []);
  // People type on as soon as they have pressed its keys.
  useEffect(() => whenIdle(() => void loadPalette().catch(() => undefined)), []);
  return (
    <Suspense>
      {shown === 'palette' && <CommandPalette onClose={close} />}
      {shown === 'read-all' && <ReadAllDialog onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {wanted && <UpgradeDialog wanted={wanted} onClose={closeUpgrade} />}
    </Suspense>
  );
}

function onKeyDown(event: KeyboardEvent) {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    const { shown } = useOverlay.getState();
    // Not on top of another dialog; the browser's own meaning of these keys is kept from it.
    event.preventDefault();
    if (shown === 'palette') close();
    else if (!isModalOpen()) showOverlay('palette');
  } else if (event.key === '?' && isShortcut(event)) {
    showOverlay('shortcuts');
  }
}
