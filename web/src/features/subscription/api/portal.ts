import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/**
 * Opens the page for cards and invoices in `tab`, which must have been opened before (`openTab`)
 * and is closed on failure. Returns the page's address if there is no tab for it.
 */
export function useManageBilling() {
  return useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const { url } = await unwrap(api.POST('/api/subscriptions/create-portal-session'));
        tab?.location.replace(url);
        return tab ? null : url;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    // The tab would stay empty while waiting for the network.
    networkMode: 'always',
  });
}
