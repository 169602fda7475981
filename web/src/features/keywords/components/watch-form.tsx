import { type SubmitEvent, useState } from 'react';

import type { Watch } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { useSession } from '@/lib/session';

import type { Refusal } from '../refusal';
import { validNames } from '../subreddit-entries';
import { useSubreddits } from '../use-subreddits';
import { type Alerts, type Filters, newWatch, wholeWatch } from '../watch-defaults';
import { EmailField } from './email-field';
import { FilterFields } from './filter-fields';
import { PreviewPanel } from './preview-panel';
import { InvalidSubreddits } from './subreddit-chips';
import { SubredditInput } from './subreddit-input';

type WatchFormProps = {
  /** The id that the submit button outside of the form points at. */
  id: string;
  watch: Watch | undefined;
  keyword: string | undefined;
  /** What the last save was refused for. */
  refusal: Refusal;
  /** What the last save brought, shown until the dialog closes. */
  success: string | null;
  onBusy: (checking: boolean) => void;
  onEdit: () => void;
  onUpgrade: () => void;
  onSubmit: (watch: ReturnType<typeof wholeWatch>) => void;
};

export function WatchForm({ id, watch, keyword = '', refusal, success, ...on }: WatchFormProps) {
  const { onBusy, onEdit, onUpgrade, onSubmit } = on;
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const { filters: had, notificationSettings } = watch ?? newWatch;
  const [filters, setFilters] = useState<Filters>(had);
  const [alerts, setAlerts] = useState<Alerts>(notificationSettings);
  const [invalidList, setInvalidList] = useState(false);
  const form = useForm({
    initial: { keyword: watch?.keyword ?? keyword },
    validate: ({ keyword }) => (keyword.trim() ? {} : { keyword: 'Keyword is required' }),
    onEdit,
  });
  const list = useSubreddits(watch?.subreddits ?? newWatch.subreddits);
  const invalid = list.entries.some(({ status }) => status === 'invalid');
  const checking = list.entries.some(({ status }) => status === 'checking');

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.check(event.currentTarget)) return;
    onBusy(true);
    const subreddits = await list.settle();
    onBusy(false);
    setInvalidList(subreddits === null);
    if (!subreddits) return;
    const edited = { subreddits, filters, notificationSettings: alerts };
    onSubmit(wholeWatch(watch, { keyword: form.values.keyword.trim(), ...edited }));
  };

  const listError =
    refusal.subreddits ??
    (invalid && invalidList ? 'Remove the invalid subreddits or correct them' : undefined);

  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={success !== null} className="grid content-start gap-5">
          {success && <Alert tone="success">{success}</Alert>}
          {refusal.other && <Alert tone="error">{refusal.other}</Alert>}
          <Field label="Keyword" error={form.error('keyword') ?? refusal.keyword}>
            {(control) => (
              <Input
                {...control}
                {...form.input('keyword')}
                required
                autoComplete="off"
                placeholder="Enter keyword to watch"
              />
            )}
          </Field>
          <div className="grid gap-2.5">
            <Field
              label="Subreddits"
              error={listError}
              hint="Separate names with commas. “all” watches every subreddit."
            >
              {(control) => <SubredditInput control={control} list={list} />}
            </Field>
            <p role="status" className="sr-only">
              {checking ? 'Checking subreddits...' : ''}
            </p>
            <div role="alert" className="contents">
              {invalid && <InvalidSubreddits entries={list.entries} onRemove={list.remove} />}
            </div>
          </div>
          <div className="grid gap-3">
            <FilterFields
              filters={filters}
              isPro={isPro}
              onChange={setFilters}
              onUpgrade={onUpgrade}
            />
            <EmailField alerts={alerts} onChange={setAlerts} />
          </div>
        </fieldset>
      </form>
      <PreviewPanel
        watch={{
          keyword: form.values.keyword,
          subreddits: validNames(list.entries),
          filters,
        }}
      />
    </div>
  );
}
