import { clsx } from 'clsx';
import { Ear } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import type { WatchInput, WatchPreview } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';

import { aDay } from '../estimate';
import { type Preview, usePreview } from '../use-preview';
import { useVolume, type Volume } from '../use-volume';
import { NearMisses } from './near-misses';
import { PreviewMatchRow } from './preview-match';
import { VolumeSection } from './volume-section';
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
  const volume = useVolume(preview.status === 'refused' ? null : watch, watchId, isReadable);
  const counted = volume.status === 'counted' ? volume.preview : null;
  const perDay = perDayText(preview, volume);
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
        <VolumeSection volume={volume} subreddits={watch.subreddits ?? []} />
        <Body preview={preview} />
      </div>
      <div className="order-1 shrink-0">
        {preview.status === 'found' && <NearMisses misses={preview.nearMisses} />}
      </div>
      {/* Under the matches, which do not move then; where those are long, on phones, above them. */}
      <div role="status" className="contents">
        {volume.status === 'counted' && volume.preview.lints.length > 0 && (
          <div
            className={clsx(
              'shrink-0 overflow-y-auto border-b border-line md:order-2 md:max-h-[40%] md:border-t md:border-b-0',
              volume.isStale && 'opacity-60',
            )}
          >
            <WatchLints
              lints={volume.preview.lints}
              keyword={volume.rule.keyword}
              onOpen={onOpen}
            />
          </div>
        )}
      </div>
    </section>
  );
}

/** The server has counted over more items than the browser. */
function perDayText(preview: Preview, volume: Volume): string | null {
  if (volume.status === 'counted' && !volume.isStale && volume.preview.searched > 0) {
    const { matching, expectedPerDay } = volume.preview;
    return matching > 0 ? aDay(expectedPerDay) : null;
  }
  return preview.status === 'found' ? preview.estimate : null;
}

function headline(preview: Preview): string {
  switch (preview.status) {
    case 'loading':
      return 'Loading recent items...';
    case 'idle':
      return `Searches the ${count(preview.searched)}`;
    case 'found':
      return `${preview.total} of ${count(preview.searched)} ${preview.total === 1 ? 'matches' : 'match'}`;
    case 'refused':
      return 'Nothing to search for';
    case 'failed':
    case 'unavailable':
      return 'Not available';
  }
}

function count(items: number): string {
  return `${items} recent ${items === 1 ? 'item' : 'items'}`;
}

function Body({ preview }: { preview: Preview }) {
  switch (preview.status) {
    case 'loading':
      return (
        <div className="grid gap-4 p-4">
          {[0, 1, 2].map((row) => (
            <div key={row} className="grid gap-2">
              <Skeleton className="h-3.5 w-1/3" />
              <Skeleton className="h-4 w-5/6" />
            </div>
          ))}
        </div>
      );
    case 'idle':
      return (
        <Note>Type a keyword to see which recent posts and comments it would have found.</Note>
      );
    case 'refused':
      return <Note>{preview.problem.charAt(0).toUpperCase() + preview.problem.slice(1)}.</Note>;
    case 'unavailable':
      return <Note>The preview does not run in this browser. Your keyword works without it.</Note>;
    case 'failed':
      return (
        <Note>
          The recent items could not be loaded. Your keyword works without the preview.
          <Button look="secondary" size="sm" onClick={preview.retry} className="mx-auto mt-4 flex">
            Try again
          </Button>
        </Note>
      );
    case 'found':
      if (preview.total === 0) {
        return (
          <Note>
            {preview.searched === 0
              ? 'No items have come from here yet. New ones are checked as they come.'
              : `Nothing in the last ${count(preview.searched).replace('recent ', '')}. New ones are checked as they come.`}
          </Note>
        );
      }
      return (
        <ul aria-label="Matches" className="divide-y divide-line">
          {preview.matches.map((match) => (
            <PreviewMatchRow key={match.item._id} match={match} />
          ))}
          {preview.total > preview.matches.length && (
            <li className="px-4 py-3 text-center text-sm text-ink-faint">
              and {preview.total - preview.matches.length} more
            </li>
          )}
        </ul>
      );
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 place-content-center px-8 py-10 text-center text-sm text-ink-soft">
      {children}
    </div>
  );
}
