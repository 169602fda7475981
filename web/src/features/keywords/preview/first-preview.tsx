import type { WatchInput } from '@/api/types';

import { useEstimate } from '../estimate/use-estimate';
import { PreviewMatchRow } from './preview-match';
import { headline, storedOf } from './preview-texts';
import { usePreview } from './use-preview';
import { WatchLints } from './watch-lints';

/** The number of matches shown. */
const SHOWN = 2;

type FirstPreviewProps = {
  /** The typed watch. */
  watch: WatchInput;
  /** Whether it is being saved: it would resemble itself, so the server is not asked. */
  isSaving: boolean;
};

/** A small preview for a first keyword: how much it would match, with a warning if that is much, and the newest. */
export default function FirstPreview({ watch, isSaving }: FirstPreviewProps) {
  const { preview, isReadable } = usePreview(watch);
  const rule = preview.status === 'refused' ? null : watch;
  const estimate = useEstimate(rule, undefined, isReadable, isSaving);
  const found = preview.status === 'found' ? preview.matches : [];
  const matches = (found.length > 0 ? found : storedOf(estimate)).slice(0, SHOWN);
  const lints = estimate.status === 'counted' ? estimate.preview.lints : [];
  return (
    <section
      aria-label="Live preview"
      className="overflow-hidden rounded-control border border-line bg-sunken"
    >
      <p role="status" className="px-4 py-2.5 text-sm text-ink-soft">
        {headline(preview, estimate)}
      </p>
      {matches.length > 0 && (
        <ul aria-label="Matches" className="divide-y divide-line border-t border-line">
          {matches.map((match) => (
            <PreviewMatchRow key={match.item._id} match={match} />
          ))}
        </ul>
      )}
      {/* Below the matches, so that these stay. */}
      <div role="status">
        {estimate.status === 'counted' && lints.length > 0 && (
          <div className="border-t border-line">
            <WatchLints lints={lints} keyword={estimate.rule.keyword} />
          </div>
        )}
      </div>
    </section>
  );
}
