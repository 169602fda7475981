import { numberText } from '@/lib/number';

import { estimateText } from '../estimate/estimate-texts';
import type { Estimate } from '../estimate/use-estimate';
import { recentItemsText } from './recent-items-text';
import type { Preview, PreviewMatch } from './use-preview';

/** Returns the newest matches from the server, if they belong to the current rule. */
export function storedOf(estimate: Estimate): PreviewMatch[] {
  if (estimate.status !== 'counted' || estimate.isStale) return [];
  return estimate.preview.newest.map(({ item, matches }) => ({ item, spans: matches }));
}

/** Returns the first line of a preview. Prefers the server's count, which covers more items than the browser's. */
export function headline(preview: Preview, estimate: Estimate): string {
  if (estimate.status === 'counted' && !estimate.isStale && estimate.preview.searched > 0) {
    return estimateText(estimate.preview.estimate);
  }
  switch (preview.status) {
    case 'loading':
      return 'Loading recent items...';
    case 'idle':
      return `Searches the ${recentItemsText(preview.searched)}`;
    case 'found':
      return `${numberText(preview.total)} of ${recentItemsText(preview.searched)} ${preview.total === 1 ? 'matches' : 'match'}`;
    case 'refused':
      return 'Nothing to search for';
    case 'failed':
    case 'unavailable':
      return 'Not available';
  }
}
