import { FeedChips } from './feed-chips';
import { SourceChip } from './source-chip';
import type { useSources } from './use-sources';

type SourceChipsProps = {
  sources: ReturnType<typeof useSources>;
  /** Why the server refused them. */
  refused: string | undefined;
};

/** A checkbox for each source of a keyword, or nothing if Reddit is the only one. */
export function SourceChips({ sources, refused }: SourceChipsProps) {
  const { options, feeds, hasNoFeeds, keptLast, toggle } = sources;
  if (options.length < 2 && feeds.length === 0 && !hasNoFeeds) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold text-ink">Sources</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ source, name, on }) => (
          <SourceChip key={source} name={name} on={on} onToggle={() => toggle(source)} />
        ))}
      </div>
      <FeedChips feeds={feeds} hasNoFeeds={hasNoFeeds} toggle={toggle} />
      <p role="status" className={keptLast ? 'mt-1.5 text-sm text-ink-soft' : 'sr-only'}>
        {keptLast ? 'A keyword listens to at least one source. Turn on another one first.' : ''}
      </p>
      {refused && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
