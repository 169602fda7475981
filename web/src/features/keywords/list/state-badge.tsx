import type { Watch } from '@/api/types';
import { Badge } from '@/components/ui/badge';

/** Shows whether a keyword is searched for: switched on, and not paused because of its cost. */
export function StateBadge({ watch: { isActive, pausedAt } }: { watch: Watch }) {
  if (isActive && pausedAt) return <Badge tone="bad">Paused</Badge>;
  return <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>;
}
