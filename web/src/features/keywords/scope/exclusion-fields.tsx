import { Badge } from '@/components/ui/badge';
import { Details } from '@/components/ui/details';
import { numberText } from '@/lib/number';

import { ProNote } from '../form/pro-note';
import type { Refusal } from '../form/watch-refusal';
import { NameField } from './name-field';
import { SubredditField } from './subreddit-field';
import type { useNameList } from './use-name-list';
import type { useSources } from './use-sources';
import type { useSubreddits } from './use-subreddits';

type ExclusionFieldsProps = {
  sources: ReturnType<typeof useSources>;
  subreddits: ReturnType<typeof useSubreddits>;
  authors: ReturnType<typeof useNameList>;
  refusal: Refusal;
  /** Without Pro, exclusions can be previewed but not saved. */
  isPro: boolean;
};

/** Edits the exclusions of the watch. Collapsed until it is opened or something in it is wrong. */
export function ExclusionFields({ sources, subreddits, authors, ...rest }: ExclusionFieldsProps) {
  const { refusal, isPro } = rest;
  const { hasReddit, hasSites } = sources;
  const refused = refusal.excludedSubreddits ?? refusal.excludedAuthors;
  const count = (hasReddit ? subreddits.entries.length : 0) + authors.entries.length;
  return (
    <Details
      summary="Exclusions"
      aside={
        <>
          {count > 0 && <Badge>{numberText(count)}</Badge>}
          {!isPro && <Badge tone="signal">Pro</Badge>}
        </>
      }
      unfold={refused !== undefined || subreddits.unsettled || authors.unsettled}
    >
      <div className="grid grid-cols-1 gap-4">
        {!isPro && <ProNote what="Exclusions" />}
        {hasReddit && (
          <SubredditField
            label="Excluded subreddits"
            refused={refusal.excludedSubreddits}
            list={subreddits}
            excluded
          />
        )}
        <NameField
          label="Excluded authors"
          refused={refusal.excludedAuthors}
          list={authors}
          placeholder="Add one"
          what="author"
          excluded
          // Only Reddit's names have a prefix.
          bare={hasSites}
        />
      </div>
    </Details>
  );
}
