import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { savedSearchesQuery } from '@/features/notifications/api/saved-searches';
import { isModalOpen } from '@/lib/modal';
import { showOverlay, useOverlay } from '@/lib/overlay';
import { isShortcut } from '@/lib/shortcut-key';
import { showUpgrade, useUpgrade } from '@/lib/upgrade';
import { whenIdle } from '@/lib/when-idle';

import { followGoKeys } from './go-keys';

const loadPalette = () => import('./command-palette');
const LazyPalette = lazy(loadPalette);
const ReadAllDialog = lazy(() => import('./read-all-dialog'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'));
const UpgradeDialog = lazy(() => import('./upgrade-dialog'));

const close = () => showOverlay(null);
const closeUpgrade = () => showUpgrade(null);

/** The dialogs of every signed-in screen, loaded when first opened; the palette is loaded ahead. */
export function Overlays() {
  const shown = useOverlay((state) => state.shown);
  const { wanted, message } = useUpgrade();
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      close();
      closeUpgrade();
    };
  }, []);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    const saved = () => queryClient.getQueryData(savedSearchesQuery.queryKey);
    return followGoKeys((to) => void navigate(to), saved);
  }, [navigate, queryClient]);
  const palette = usePalette();
  return (
    <Suspense>
      {shown === 'palette' && <palette.Component onClose={close} />}
      {shown === 'read-all' && <ReadAllDialog onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {wanted && <UpgradeDialog wanted={wanted} message={message} onClose={closeUpgrade} />}
    </Suspense>
  );
}

type Palette = { Component: ComponentType<{ onClose: () => void }> };

/**
 * Loads the palette ahead of its use, because people type right after its shortcut. It is then no
 * longer lazy: React shows nothing for 300 ms in place of a lazy component, loaded or not.
 */
function usePalette() {
  const [palette, setPalette] = useState<Palette>({ Component: LazyPalette });
  useEffect(
    () =>
      whenIdle(() => {
        loadPalette().then(
          ({ default: loaded }) => {
            // An open palette stays mounted and keeps what was typed.
            if (useOverlay.getState().shown !== 'palette') setPalette({ Component: loaded });
          },
          () => undefined,
        );
      }),
    [],
  );
  return palette;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    const { shown } = useOverlay.getState();
    // Never on top of another dialog. The browser's own shortcut is suppressed either way.
    event.preventDefault();
    if (shown === 'palette') close();
    else if (!isModalOpen()) showOverlay('palette');
  } else if (event.key === '?' && isShortcut(event)) {
    showOverlay('shortcuts');
  }
}
