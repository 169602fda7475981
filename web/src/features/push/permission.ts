import { useSyncExternalStore } from 'react';

/** Returns the permission to show notifications here, and follows changes made elsewhere. */
export function usePermission(): NotificationPermission {
  return useSyncExternalStore(follow, readPermission);
}

/** Returns the permission; `default` means that the user has not been asked yet. */
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
  // Not every browser reports it; the page then notices with its next own change.
  if ('permissions' in navigator) watch().catch(() => undefined);
  return () => {
    over = true;
    status?.removeEventListener('change', onChange);
  };
}
