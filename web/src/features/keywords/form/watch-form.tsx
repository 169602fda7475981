import { type SubmitEvent, useEffect } from 'react';

import type { Watch, WatchInput } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Details } from '@/components/ui/details';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { useSession } from '@/lib/http/session';

import { PreviewPanel, type PreviewPanelProps } from '../preview/preview-panel';
import { QueryField } from '../query/query-field';
import { ExclusionFields } from '../scope/exclusion-fields';
import { PlaceFields } from '../scope/place-fields';
import { AlertFields } from './alert-fields';
import { FilterFields } from './filter-fields';
import { LabelFields } from './label-fields';
import { ModeSwitch } from './mode-switch';
import { ProNote } from './pro-note';
import { useNewWatch } from './use-new-watch';
import { useWatchFields } from './use-watch-fields';
import { type EditedWatch, newWatch } from './watch-defaults';
import type { WatchDraft } from './watch-draft';
import type { Refusal } from './watch-refusal';
import type { WatchStart } from './watch-start';

type WatchFormProps = {
  /** The id that the submit button outside of the form refers to. */
  id: string;
  watch: Watch | undefined;
  /** The initial values of a new watch. */
  start: WatchStart | undefined;
  /** The values typed before the form was left. */
  draft: WatchDraft | undefined;
  /** Why the last save was refused. */
  refusal: Refusal;
  /** The success message of the last save, shown until the dialog closes. */
  success: string | null;
  /** The properties of the preview besides the typed watch. */
  preview: Omit<PreviewPanelProps, 'watch'>;
  onBusy: (checking: boolean) => void;
  onEdit: () => void;
  /** Receives the values of the form. */
  onChange: (now: WatchDraft) => void;
  onDiscard: () => void;
  /** `wasPressed` is true for a button of the form or the Enter key. */
  onSubmit: (watch: EditedWatch & WatchInput, wasPressed: boolean) => void;
};

export function WatchForm({ id, watch, start, draft, refusal, success, ...on }: WatchFormProps) {
  const { onBusy, onEdit, onChange, onDiscard, onSubmit } = on;
  const isPro = useSession((state) => state.user?.isPro ?? false);
  const isNew = useIsNewcomer();
  const fresh = useNewWatch();
  const had = watch ?? { ...fresh, ...start };
  const fields = useWatchFields({ had, draft, onEdit });
  const { form, text, editor, mode, isQuery, now } = fields;
  useEffect(() => onChange(now));

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wasPressed = event.nativeEvent.submitter !== null;
    if (!form.check(event.currentTarget)) return;
    if (isQuery && editor.problem) {
      editor.leave();
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    onBusy(true);
    const edited = await fields.settle();
    onBusy(false);
    if (edited) {
      onSubmit({ ...edited, isActive: watch?.isActive ?? newWatch.isActive }, wasPressed);
    }
  };

  const { excludedSubreddits, excludedAuthors, tags, notes, description } = refusal;
  const isWrong =
    [excludedSubreddits, excludedAuthors, tags, notes, description].some(Boolean) ||
    [fields.leftOut, fields.authors].some(({ unsettled }) => unsettled);
  const modeSwitch = <ModeSwitch mode={mode} isPro={isPro} onChange={fields.setMode} />;
  const options = (
    <>
      <ExclusionFields
        sources={fields.sources}
        subreddits={fields.leftOut}
        authors={fields.authors}
        refusal={refusal}
        isPro={isPro}
      />
      <FilterFields
        mode={mode}
        filters={fields.filters}
        isPro={isPro}
        onChange={fields.setFilters}
      />
      <AlertFields
        alerts={fields.alerts}
        description={fields.description}
        refusal={refusal}
        onChange={fields.setAlerts}
        onDescription={fields.setDescription}
      />
      <LabelFields
        tags={fields.tags}
        notes={fields.notes}
        refusal={refusal}
        onNotes={fields.setNotes}
      />
    </>
  );

  return (
    // On phones the preview's result line stays visible while the form scrolls: see there.
    <div className="@container flex flex-col gap-6 md:grid md:grid-cols-2">
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="min-w-0">
        <fieldset
          disabled={success !== null}
          className="grid min-w-0 grid-cols-1 content-start gap-5"
        >
          {success && <Alert tone="success">{success}</Alert>}
          {refusal.other && (
            <Alert tone="error" error={refusal.error}>
              {refusal.other}
            </Alert>
          )}
          {draft && !success && (
            <Alert>
              Your earlier input is still here. It has not been saved yet.{' '}
              <Button variant="link" onClick={onDiscard} className="text-sm">
                Discard
              </Button>
            </Alert>
          )}
          <div className="grid grid-cols-1 gap-3">
            {!isNew && modeSwitch}
            {isQuery && !isPro && <ProNote what="Queries" />}
            {isQuery ? (
              <QueryField
                input={text}
                error={form.error('keyword')}
                refusal={refusal}
                editor={editor}
              />
            ) : (
              <Field label="Keyword" error={form.error('keyword') ?? refusal.keyword}>
                <Input {...text} required autoComplete="off" placeholder="Enter keyword to watch" />
              </Field>
            )}
          </div>
          <PlaceFields
            sources={fields.sources}
            list={fields.list}
            filters={fields.filters}
            had={watch?.subreddits ?? []}
            refused={refusal.subreddits}
          />
          {isNew ? (
            <Details summary="More options" unfold={isWrong}>
              <div className="grid grid-cols-1 gap-3">
                {modeSwitch}
                {options}
              </div>
            </Details>
          ) : (
            <div className="grid grid-cols-1 gap-3">{options}</div>
          )}
        </fieldset>
      </form>
      <PreviewPanel {...on.preview} watch={fields.rule} />
    </div>
  );
}
