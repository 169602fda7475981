import { useSearchParams } from 'react-router';

import type { NotificationStatus } from '@/api/types';

/** Which notifications the page lists, as its address says: `?status=`; unread without one. */
export function useStatusFilter(): NotificationStatus {
  const [params] = useSearchParams();
  const status = params.get('status');
  return status === 'read' || status === 'archived' ? status : 'unread';
}
