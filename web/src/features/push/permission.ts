import { useSyncExternalStore } from 'react';

/** Whether the user lets Harken show notifications here; followed, also when it changes elsewhere. */
export function usePermission(): NotificationPermission {
  return useSyncExternalStore(follow, readPermission);
}

/** `default` means that the browser has not been asked yet. */
export function readPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'default';
}

function follow(onChange: () => void): () => void {
  let status: PermissionStatus | null = null;
  let over = false;
  const watch = async () => {
    const found = await navigator.permissions.query({ name: 'notifications' });
    if (over) return;
    status = found;
    status.addEventListener('change', onChange);
  };
  // Not every browser reports it; the page then shows it after the next change of its own.
  if ('permissions' in navigator) watch().catch(() => undefined);
  return () => {
    over = true;
    status?.removeEventListener('change', onChange);
  };
}
