import { clsx } from 'clsx';
import { Ear } from 'lucide-react';
import { useEffect } from 'react';

import type { WatchInput, WatchPreview } from '@/api/types';

import { EstimateSection } from '../estimate/estimate-section';
import { type Estimate, useEstimate } from '../estimate/use-estimate';
import { dailyRateText } from './daily-rate';
import { NearMisses } from './near-misses';
import { PreviewBody } from './preview-body';
import { recentItemsText } from './recent-items-text';
import { type Preview, usePreview } from './use-preview';
import { WatchLints } from './watch-lints';

export type PreviewPanelProps = {
  /** What is typed. */
  watch: WatchInput;
  /** The watch that is edited, if it is there already. */
  watchId: string | undefined;
  /** Hears what the server has counted; null as long as it has not. */
  onCount: (counted: WatchPreview | null) => void;
  /** Opens another watch in this one's place. */
  onOpen: (watchId: string) => void;
};

/**
 * What the watch in the form would have found, while it is typed: among the newest items at once,
 * by the browser, and in the last 7 days once typing rests, by the server.
 */
export function PreviewPanel({ watch, watchId, onCount, onOpen }: PreviewPanelProps) {
  const { preview, isReadable } = usePreview(watch);
  const estimate = useEstimate(preview.status === 'refused' ? null : watch, watchId, isReadable);
  const counted = estimate.status === 'counted' ? estimate.preview : null;
  const perDay = perDayText(preview, estimate);
  useEffect(() => onCount(counted), [counted, onCount]);
  return (
    <section
      aria-label="Live preview"
      className="flex min-h-64 flex-col overflow-hidden rounded-control border border-line bg-sunken md:sticky md:top-0 md:max-h-[min(38rem,64dvh)]"
    >
      <header className="flex items-center gap-2.5 border-b border-line px-4 py-3">
        <Ear aria-hidden className="size-4.5 shrink-0 text-brand-text" />
        <div className="min-w-0">
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
      {/* Scrolled with the keyboard too, so it takes the focus. */}
      <div
        tabIndex={0}
        role="group"
        aria-label="Counts and matches"
        className="relative order-1 flex min-h-0 flex-1 flex-col overflow-y-auto -outline-offset-2"
      >
        <EstimateSection estimate={estimate} subreddits={watch.subreddits ?? []} />
        <PreviewBody preview={preview} />
      </div>
      <div className="order-1 shrink-0">
        {preview.status === 'found' && <NearMisses misses={preview.nearMisses} />}
      </div>
      {/* Under the matches, which do not move then; where those are long, on phones, above them. */}
      <div role="status" className="contents">
        {estimate.status === 'counted' && estimate.preview.lints.length > 0 && (
          <div
            className={clsx(
              'shrink-0 overflow-y-auto border-b border-line md:order-2 md:max-h-[40%] md:border-t md:border-b-0',
              estimate.isStale && 'opacity-60',
            )}
          >
            <WatchLints
              lints={estimate.preview.lints}
              keyword={estimate.rule.keyword}
              onOpen={onOpen}
            />
          </div>
        )}
      </div>
    </section>
  );
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
      return `${preview.total} of ${recentItemsText(preview.searched)} ${preview.total === 1 ? 'matches' : 'match'}`;
    case 'refused':
      return 'Nothing to search for';
    case 'failed':
    case 'unavailable':
      return 'Not available';
  }
}
