import { clsx } from 'clsx';
import { Ear } from 'lucide-react';
import { useEffect } from 'react';

import type { WatchInput, WatchPreview } from '@/api/types';
import { useIsNewcomer } from '@/entities/notification/newcomer';

import { EstimateSection } from '../estimate/estimate-section';
import { useEstimate } from '../estimate/use-estimate';
import { NearMisses } from './near-misses';
import { PreviewBody } from './preview-body';
import { headline, storedOf } from './preview-texts';
import { usePreview } from './use-preview';
import { WatchLints } from './watch-lints';

export type PreviewPanelProps = {
  /** The typed watch. */
  watch: WatchInput;
  /** The id of the edited watch, if it already exists. */
  watchId: string | undefined;
  /** Whether it is being saved or was: it would resemble itself, so the server is not asked. */
  isSaving: boolean;
  /** Receives the server's counts, or null while there are none. */
  onCount: (counted: WatchPreview | null) => void;
  /** Opens another watch in place of this one. */
  onOpen: (watchId: string) => void;
};

/**
 * Shows what the watch in the form would have matched, while it is typed: among the newest items at
 * once, by the browser, and among all stored items once typing rests, by the server.
 */
export function PreviewPanel({ watch, watchId, isSaving, onCount, onOpen }: PreviewPanelProps) {
  const isNew = useIsNewcomer();
  const { preview, isReadable } = usePreview(watch);
  const rule = preview.status === 'refused' ? null : watch;
  const estimate = useEstimate(rule, watchId, isReadable, isSaving);
  const counted = estimate.status === 'counted' ? estimate.preview : null;
  // A response in flight may include the saved watch already.
  const lints = counted?.lints.filter(({ code }) => !isSaving || code !== 'sameAs') ?? [];
  useEffect(() => onCount(counted), [counted, onCount]);
  return (
    // On phones it lies below the form, with its first line at the lower edge of the view, over the
    // padding there, unless the text is so large that the line would fill the view.
    <section
      aria-label="Live preview"
      className="contents md:sticky md:top-0 md:flex md:h-[calc(min(46rem,86dvh)-10.5rem)] md:flex-col md:overflow-hidden md:rounded-control md:border md:border-line md:bg-sunken"
    >
      <header className="sticky top-0 -bottom-6 z-5 -mx-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 border-y border-line bg-sunken px-6 py-2.5 @max-[13rem]:static md:static short:static md:mx-0 md:border-t-0 md:px-4 md:py-3">
        <Ear aria-hidden className="size-4.5 shrink-0 text-brand-text" />
        <div className="min-w-0 flex-1 basis-24">
          <h3 className="font-sans text-sm font-semibold tracking-normal">Live preview</h3>
          <p role="status" className="text-sm text-ink-soft">
            {headline(preview, estimate)}
          </p>
        </div>
      </header>
      <div className="-mx-6 -mt-6 -mb-6 flex min-h-64 flex-col bg-sunken md:m-0 md:min-h-0 md:flex-1">
        {/* Focusable, so that the keyboard scrolls it. */}
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
          {preview.status === 'found' && !isNew && <NearMisses misses={preview.nearMisses} />}
        </div>
        {/* Below the matches, so that these stay; above them on phones, where they are long. */}
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
