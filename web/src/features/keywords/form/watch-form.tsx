import { type SubmitEvent, useState } from 'react';

import type { Watch } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';
import { useSession } from '@/lib/http/session';

import { PreviewPanel, type PreviewPanelProps } from '../preview/preview-panel';
import { QueryField } from '../query/query-field';
import { useQueryEditor } from '../query/use-query-editor';
import { ExclusionFields } from '../scope/exclusion-fields';
import { validNames } from '../scope/name-entries';
import { SubredditField } from '../scope/subreddit-field';
import { useAuthors } from '../scope/use-authors';
import { useSubreddits } from '../scope/use-subreddits';
import { EmailField } from './email-field';
import { FilterFields } from './filter-fields';
import { ModeSwitch } from './mode-switch';
import { type Alerts, type Filters, newWatch, wholeWatch } from './watch-defaults';
import type { Refusal } from './watch-refusal';
import type { WatchStart } from './watch-start';

type WatchFormProps = {
  /** The id that the submit button outside of the form points at. */
  id: string;
  watch: Watch | undefined;
  /** What a new watch begins with. */
  start: WatchStart | undefined;
  /** What the last save was refused for. */
  refusal: Refusal;
  /** What the last save brought, shown until the dialog closes. */
  success: string | null;
  /** What the preview needs beside what is typed. */
  preview: Omit<PreviewPanelProps, 'watch'>;
  onBusy: (checking: boolean) => void;
  onEdit: () => void;
  onSubmit: (watch: ReturnType<typeof wholeWatch>) => void;
};

export function WatchForm({ id, watch, start, refusal, success, ...on }: WatchFormProps) {
  const { onBusy, onEdit, onSubmit } = on;
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const had = watch ?? { ...newWatch, ...start };
  const [mode, setMode] = useState(had.mode);
  const isQuery = mode === 'query';
  const [filters, setFilters] = useState<Filters>(had.filters);
  const [alerts, setAlerts] = useState<Alerts>(had.notificationSettings);
  const form = useForm({
    initial: { keyword: had.keyword },
    validate: ({ keyword }) =>
      keyword.trim() ? {} : { keyword: `${isQuery ? 'Query' : 'Keyword'} is required` },
    onEdit,
  });
  const text = form.input('keyword');
  const setText = (value: string) => text.onChange({ target: { value } });
  const editor = useQueryEditor(text.value, isQuery, setText);
  const list = useSubreddits(had.subreddits);
  const leftOut = useSubreddits(had.excludedSubreddits, { excluded: true });
  const authors = useAuthors(had.excludedAuthors);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.check(event.currentTarget)) return;
    if (isQuery && editor.problem) {
      editor.leave();
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    onBusy(true);
    const [subreddits, excludedSubreddits, excludedAuthors] = await Promise.all([
      list.settle(),
      leftOut.settle(),
      authors.settle(),
    ]);
    onBusy(false);
    if (!subreddits || !excludedSubreddits || !excludedAuthors) return;
    const scope = { subreddits, excludedSubreddits, excludedAuthors };
    const edited = { mode, ...scope, filters, notificationSettings: alerts };
    onSubmit(wholeWatch(watch, { keyword: text.value.trim(), ...edited }));
  };

  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset disabled={success !== null} className="grid min-w-0 content-start gap-5">
          {success && <Alert tone="success">{success}</Alert>}
          {refusal.other && <Alert tone="error">{refusal.other}</Alert>}
          <div className="grid gap-3">
            <ModeSwitch
              mode={mode}
              isPro={isPro}
              onChange={(next) => {
                setMode(next);
                onEdit();
              }}
            />
            {isQuery ? (
              <QueryField
                input={text}
                error={form.error('keyword')}
                refusal={refusal}
                editor={editor}
              />
            ) : (
              <Field label="Keyword" error={form.error('keyword') ?? refusal.keyword}>
                {(control) => (
                  <Input
                    {...control}
                    {...text}
                    required
                    autoComplete="off"
                    placeholder="Enter keyword to watch"
                  />
                )}
              </Field>
            )}
          </div>
          <SubredditField
            label="Subreddits"
            hint="Separate names with commas. “all” watches every subreddit."
            refused={refusal.subreddits}
            list={list}
          />
          <div className="grid gap-3">
            <ExclusionFields
              subreddits={leftOut}
              authors={authors}
              refusal={refusal}
              isPro={isPro}
            />
            <FilterFields mode={mode} filters={filters} isPro={isPro} onChange={setFilters} />
            <EmailField alerts={alerts} onChange={setAlerts} />
          </div>
        </fieldset>
      </form>
      <PreviewPanel
        {...on.preview}
        watch={{
          keyword: text.value,
          mode,
          subreddits: validNames(list.entries),
          excludedSubreddits: validNames(leftOut.entries),
          excludedAuthors: validNames(authors.entries),
          filters,
        }}
      />
    </div>
  );
}
