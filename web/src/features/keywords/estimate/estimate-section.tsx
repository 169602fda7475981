import { clsx } from 'clsx';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useSession } from '@/lib/http/session';

import { EstimateChart } from './estimate-chart';
import { firstDaysOf, searchedText } from './estimate-texts';
import { FEW, SubredditBars } from './subreddit-bars';
import type { Estimate } from './use-estimate';

type EstimateSectionProps = {
  estimate: Estimate;
  /** The subreddits of the typed rule. */
  subreddits: readonly string[];
};

/** Shows what a watch would have matched among all stored items, by day and by subreddit. */
export function EstimateSection({ estimate, subreddits }: EstimateSectionProps) {
  const [only] = subreddits;
  // A single subreddit leaves nothing to compare.
  const isSplit = subreddits.length !== 1 || only?.toLowerCase() === 'all';
  if (estimate.status === 'none') return null;
  // The preview of recent items says so.
  if (estimate.status === 'counted' && estimate.preview.searched === 0) return null;
  return (
    <section
      aria-label="Recent matches"
      aria-busy={estimate.status === 'counting' || undefined}
      className="@container relative shrink-0 border-b border-line px-4 pt-3 pb-2.5"
    >
      {estimate.status === 'counting' && <Counting isSplit={isSplit} />}
      {estimate.status === 'failed' && <Failed {...estimate} />}
      {estimate.status === 'counted' && <Counted {...estimate} isSplit={isSplit} />}
    </section>
  );
}

type Split = { isSplit: boolean };

function Counted({ preview, isStale, isSplit }: Extract<Estimate, { status: 'counted' }> & Split) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const { perDay, subreddits } = preview;
  return (
    <div className={clsx('transition-opacity', isStale && 'opacity-60')}>
      <Columns isSplit={isSplit}>
        <div className="min-w-0">
          <p className="mb-2 text-xs font-semibold text-ink-soft">By day</p>
          <EstimateChart days={perDay} first={firstDaysOf(preview, timeZone)} />
        </div>
        {isSplit && <SubredditBars subreddits={subreddits} />}
      </Columns>
      <p className="mt-2 text-xs text-ink-faint">Searched {searchedText(preview, timeZone)}</p>
    </div>
  );
}

function Columns({ isSplit, children }: Split & { children: ReactNode }) {
  return (
    <div className={clsx('grid gap-x-5 gap-y-3', isSplit && 'min-h-32 @min-[22rem]:grid-cols-2')}>
      {children}
    </div>
  );
}

function Counting({ isSplit }: Split) {
  return (
    <>
      <Columns isSplit={isSplit}>
        <Skeleton className="h-32" />
        {isSplit && (
          <div className="grid content-start gap-3.5 pt-6">
            {Array.from({ length: FEW }, (_, row) => (
              <Skeleton key={row} className="h-3" />
            ))}
          </div>
        )}
      </Columns>
      <p className="mt-2 text-xs text-ink-faint">Counting recent matches...</p>
    </>
  );
}

function Failed({ tooMuch, retry }: Extract<Estimate, { status: 'failed' }>) {
  return (
    // As high as what it replaces, so that nothing moves.
    <div className="grid min-h-38 place-content-center justify-items-center gap-1 text-center text-sm text-ink-faint">
      <p>
        {tooMuch
          ? 'Too many searches at once. Counting continues in a moment.'
          : 'Recent matches could not be counted.'}
      </p>
      {!tooMuch && (
        <Button variant="link" onClick={retry} className="text-sm">
          Count again
        </Button>
      )}
    </div>
  );
}
