import { CirclePause } from 'lucide-react';

import type { Watch } from '@/api/types';
import { Button } from '@/components/ui/button';

/** Shows why a keyword is paused, with a button to change it, or nothing if it is not paused. */
export function WatchPaused({ watch, onEdit }: { watch: Watch; onEdit: () => void }) {
  const { keyword, isActive, pausedAt, pausedPart } = watch;
  if (!isActive || !pausedAt) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-baseline gap-x-2.5 text-sm text-warn">
      <p className="flex min-w-0 items-baseline gap-1.5">
        <CirclePause aria-hidden className="size-4 shrink-0 self-center" />
        <span>
          Paused: searching for it takes too long
          {pausedPart && (
            <>
              , mostly because of{' '}
              <code dir="auto" className="font-mono">
                {pausedPart}
              </code>
            </>
          )}
        </span>
      </p>
      <Button
        variant="link"
        aria-label={`Edit it: ${keyword}`}
        onClick={onEdit}
        className="text-sm"
      >
        {' '}
        Edit it{' '}
      </Button>
    </div>
  );
}
