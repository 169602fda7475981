import { clsx } from 'clsx';
import { Ear } from 'lucide-react';
import { useEffect } from 'react';

import type { WatchInput, WatchPreview } from '@/api/types';
import { numberText } from '@/lib/number';

import { EstimateSection } from '../estimate/estimate-section';
import { type Estimate, useEstimate } from '../estimate/use-estimate';
import { dailyRateText } from './daily-rate';
import { NearMisses } from './near-misses';
import { PreviewBody } from './preview-body';
import { recentItemsText } from './recent-items-text';
import { type Preview, type PreviewMatch, usePreview } from './use-preview';
import { WatchLints } from './watch-lints';

export type PreviewPanelProps = {
  /** What is typed. */
  watch: WatchInput;
  /** The watch that is edited, if it is there already. */
  watchId: string | undefined;
  /** Whether it is being saved, or is: nothing is asked then, since it would be like itself. */
  isSaving: boolean;
  /** Hears what the server has counted; null as long as it has not. */
  onCount: (counted: WatchPreview | null) => void;
  /** Opens another watch in this one's place. */
  onOpen: (watchId: string) => void;
};

/**
 * What the watch in the form would have found, while it is typed: among the newest items at once,
 * by the browser, and among all that is stored once typing rests, by the server.
 */
export function PreviewPanel({ watch, watchId, isSaving, onCount, onOpen }: PreviewPanelProps) {
  const { preview, isReadable } = usePreview(watch);
  const rule = preview.status === 'refused' ? null : watch;
  const estimate = useEstimate(rule, watchId, isReadable, isSaving);
  const counted = estimate.status === 'counted' ? estimate.preview : null;
  // An answer that was on its way may know of it already.
  const lints = counted?.lints.filter(({ code }) => !isSaving || code !== 'sameAs') ?? [];
  const perDay = perDayText(preview, estimate);
  useEffect(() => onCount(counted), [counted, onCount]);
  return (
    // On phones it lies under the form, and its first line at the lower edge of what is in sight,
    // over the padding there, unless letters are so large that it would take all the room.
    <section
      aria-label="Live preview"
      className="contents md:sticky md:top-0 md:flex md:h-[calc(min(46rem,86dvh)-10.5rem)] md:flex-col md:overflow-hidden md:rounded-control md:border md:border-line md:bg-sunken"
    >
      <header className="sticky top-0 -bottom-6 z-5 -mx-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 border-y border-line bg-sunken px-6 py-2.5 @max-[13rem]:static md:static md:mx-0 md:border-t-0 md:px-4 md:py-3">
        <Ear aria-hidden className="size-4.5 shrink-0 text-brand-text" />
        <div className="min-w-0 flex-1 basis-24">
          <h3 className="font-sans text-sm font-semibold tracking-normal">Live preview</h3>
          <p role="status" className="text-sm text-ink-soft">
            {headline(preview)}
          </p>
        </div>
        {perDay && (
          <p className="ml-auto shrink-0 rounded-full bg-signal-soft px-2.5 py-0.5 text-xs font-semibold text-signal-ink">
            {perDay}
          </p>
        )}
      </header>
      <div className="-mx-6 -mt-6 -mb-6 flex min-h-64 flex-col bg-sunken md:m-0 md:min-h-0 md:flex-1">
        {/* Scrolled with the keyboard too, so it takes the focus. */}
        <div
          tabIndex={0}
          role="group"
          aria-label="Counts and matches"
          className="relative order-1 flex min-h-0 flex-1 flex-col overflow-y-auto -outline-offset-2"
        >
          <EstimateSection estimate={estimate} subreddits={watch.subreddits ?? []} />
          <PreviewBody preview={preview} stored={storedOf(estimate)} />
        </div>
        <div className="order-1 shrink-0">
          {preview.status === 'found' && <NearMisses misses={preview.nearMisses} />}
        </div>
        {/* Under the matches, which do not move then; where those are long, on phones, above them. */}
        <div role="status" className="contents">
          {estimate.status === 'counted' && lints.length > 0 && (
            <div
              tabIndex={0}
              role="group"
              aria-label="Remarks"
              className={clsx(
                'shrink-0 overflow-y-auto border-b border-line -outline-offset-2 md:order-2 md:max-h-[40%] md:border-t md:border-b-0',
                estimate.isStale && 'opacity-60',
              )}
            >
              <WatchLints lints={lints} keyword={estimate.rule.keyword} onOpen={onOpen} />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

/** The newest matches that the server has found: of what is typed now, and of nothing before. */
function storedOf(estimate: Estimate): PreviewMatch[] {
  if (estimate.status !== 'counted' || estimate.isStale) return [];
  return estimate.preview.newest.map(({ item, matches }) => ({ item, spans: matches }));
}

/** The server has counted over more items than the browser. */
function perDayText(preview: Preview, estimate: Estimate): string | null {
  if (estimate.status === 'counted' && !estimate.isStale && estimate.preview.searched > 0) {
    const { matching, expectedPerDay } = estimate.preview;
    return matching > 0 ? dailyRateText(expectedPerDay) : null;
  }
  return preview.status === 'found' ? preview.dailyRate : null;
}

function headline(preview: Preview): string {
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
