import { Field } from '@/components/ui/field';

import { InvalidNames } from './name-chips';
import { SubredditInput } from './subreddit-input';
import type { useSubreddits } from './use-subreddits';

type SubredditFieldProps = {
  label: string;
  hint?: string;
  /** Why the server refused the list. */
  refused: string | undefined;
  list: ReturnType<typeof useSubreddits>;
  excluded?: boolean;
};

/** A list of subreddits with the errors of its names. */
export function SubredditField({ label, hint, refused, list, excluded }: SubredditFieldProps) {
  const invalid = list.entries.some(({ status }) => status === 'invalid');
  const checking = list.entries.some(({ status }) => status === 'checking');
  const unsettled = list.unsettled ? 'Remove the invalid subreddits or correct them' : undefined;
  return (
    <div className="grid gap-2.5">
      <Field label={label} error={refused ?? unsettled} hint={hint}>
        <SubredditInput list={list} excluded={excluded ?? false} />
      </Field>
      <p role="status" className="sr-only">
        {checking ? 'Checking subreddits...' : ''}
      </p>
      <div role="alert" className="contents">
        {invalid && <InvalidNames what="subreddit" entries={list.entries} onRemove={list.remove} />}
      </div>
    </div>
  );
}
