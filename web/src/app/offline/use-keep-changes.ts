import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isOffline } from '@/lib/offline/network';
import { whenIdle } from '@/lib/when-idle';

/** Keeps the user's changes that wait for the network on the device. */
export function useKeepChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const keep = () => {
      import('./keep-changes')
        .then(({ keepChanges }) => keepChanges(queryClient))
        // A browser may refuse to store anything. Then only the open page remembers them.
        .catch(() => undefined);
    };
    // Without a network, the changes of an earlier page are part of what is shown.
    if (!isOffline()) return whenIdle(keep);
    keep();
  }, [queryClient]);
}
