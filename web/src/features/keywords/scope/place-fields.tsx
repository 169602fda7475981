import type { Watch } from '@/api/types';

import { addedNames } from './added-names';
import { CostLine } from './cost-line';
import { validNames } from './name-entries';
import { NameField } from './name-field';
import { useScopeHint } from './scope-hint';
import { SourceChips } from './source-chips';
import { SubredditField } from './subreddit-field';
import type { useSources } from './use-sources';
import type { useSubreddits } from './use-subreddits';

type RedditFieldProps = {
  list: ReturnType<typeof useSubreddits>;
  filters: Watch['filters'];
  /** The current places of the keyword. */
  had: readonly string[];
  /** Why the server refused the places. */
  refused: string | undefined;
};

type PlaceFieldsProps = RedditFieldProps & { sources: ReturnType<typeof useSources> };

/** Edits a keyword's sources, and what of Reddit and Lemmy if these are among them. */
export function PlaceFields({ sources, ...reddit }: PlaceFieldsProps) {
  const { hasReddit, hasLemmy, communities } = sources;
  return (
    <>
      <SourceChips sources={sources} refused={hasReddit ? undefined : reddit.refused} />
      {hasReddit && <RedditField {...reddit} />}
      {hasLemmy && (
        <NameField
          label="Lemmy communities"
          hint="Separate names with commas, such as rust@programming.dev. Leave it empty for all of Lemmy."
          refused={undefined}
          list={communities}
          placeholder="all"
          what="community"
          excluded={false}
        />
      )}
    </>
  );
}

function RedditField({ list, filters, had, refused }: RedditFieldProps) {
  const hint = useScopeHint({ subreddits: validNames(list.entries), filters });
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <SubredditField label="Subreddits" hint={hint} refused={refused} list={list} />
      <CostLine added={addedNames(list.entries, had)} />
    </div>
  );
}
