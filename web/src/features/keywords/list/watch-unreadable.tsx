import { TriangleAlert } from 'lucide-react';

import type { Watch } from '@/api/types';

import { unreadableText } from './unreadable-text';

/** Lists the subreddits of a watch that cannot be read, or nothing if all can. */
export function WatchUnreadable({ watch, timeZone }: { watch: Watch; timeZone: string }) {
  const { unreadableSubreddits: unreadable = [] } = watch;
  if (unreadable.length === 0) return null;
  return (
    <ul aria-label="Subreddits that cannot be read" className="mt-1.5 text-sm text-warn">
      {unreadable.map((one) => (
        <li key={one.name} className="flex items-baseline gap-1.5">
          <TriangleAlert aria-hidden className="size-4 shrink-0 self-center" />
          {unreadableText(one, timeZone)}
        </li>
      ))}
    </ul>
  );
}
