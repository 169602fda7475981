import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

/**
 * Asks for the page where cards and invoices are looked after and shows it in `tab`, which was opened
 * before (`openTab`) and closes again if there is nothing to show. Answers the address when there was
 * no tab for it.
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
    // Waiting for the network, the tab would stay empty.
    networkMode: 'always',
  });
}
