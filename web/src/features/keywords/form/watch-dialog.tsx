import { useEffect, useId, useState } from 'react';

import type { Watch, WatchInput, WatchPreview } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { showPlanLimit } from '@/lib/upgrade';

import { addsPast } from '../backfill/backfill';
import { BackfillNote } from '../backfill/backfill-note';
import { BackfillOption } from '../backfill/backfill-option';
import { useBackfill } from '../backfill/use-backfill';
import { useTryVariant } from '../suggestions/try-variant';
import { useDialogAddress } from './dialog-address';
import { useSaveWatch } from './save-watch';
import { useDraft } from './use-draft';
import { WatchForm } from './watch-form';
import { type Refusal, refusalOf } from './watch-refusal';
import type { WatchStart } from './watch-start';

/** The time for which the success message is shown before the dialog closes, in ms. */
const CLOSE_DELAY_MS = 1_500;

/** A constant, so that typing does not render fields without an error. */
const noRefusal: Refusal = {};

type WatchDialogProps = {
  /** The watch to edit; none to add one. */
  watch?: Watch;
  /** The initial values of a new watch. */
  start?: WatchStart;
  onClose: () => void;
};

/** Adds or edits a watch. Mounted while it is open, so that each opening starts fresh. */
export function WatchDialog(props: WatchDialogProps) {
  // Another watch, opened from within, starts fresh too.
  return <OpenDialog key={props.watch?._id} {...props} />;
}

function OpenDialog({ watch, start, onClose }: WatchDialogProps) {
  const formId = useId();
  const address = useDialogAddress();
  const save = useSaveWatch(watch);
  const variant = useTryVariant(watch);
  const kept = useDraft(watch, start);
  const backfill = useBackfill();
  const [counted, setCounted] = useState<WatchPreview | null>(null);
  const [withPastChosen, setWithPastChosen] = useState<boolean | null>(null);
  const [checking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState(noRefusal);
  const isNew = useIsNewcomer();
  const saved = save.isSuccess;
  const failed = backfill.status === 'error';
  const isDone = saved && !failed && backfill.status !== 'pending';
  const success = watch ? 'Keyword updated successfully!' : 'Keyword added successfully!';
  // A watch that is switched off gets no past matches.
  const isActive = watch?.isActive ?? true;
  const withPast = isActive && (withPastChosen ?? addsPast(watch, counted));

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onClose, CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);

  const onError = (error: Error) => {
    console.error('The keyword could not be saved', error);
    if (!showPlanLimit(error)) setRefusal(refusalOf(error));
  };

  const submit = (input: WatchInput, wasPressed: boolean) => {
    setRefusal(noRefusal);
    if (!wasPressed) {
      variant.mutate(input, {
        onSuccess: () => {
          kept.forget();
          onClose();
        },
        onError,
      });
      return;
    }
    // Runs even if the dialog is closed meanwhile.
    save.mutateAsync(input).then((saved) => {
      kept.forget();
      if (withPast) backfill.run(saved);
    }, onError);
  };
  const cancel = () => {
    kept.forget();
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={watch ? 'Edit Keyword' : 'Add New Keyword'}
      size="lg"
      footer={
        <>
          {isActive && !saved && (
            <BackfillOption
              checked={withPast}
              disabled={save.isPending}
              onChange={setWithPastChosen}
            />
          )}
          <BackfillNote backfill={backfill} />
          <Button variant="secondary" onClick={cancel}>
            {failed ? 'Close' : 'Cancel'}
          </Button>
          {watch?.isActive && !saved && !isNew && (
            <Tooltip text="Counts for 14 days what this keyword, its filters and exclusions would change, without alerting you">
              {/* Not a submit button, since the Enter key would press this one. */}
              <Button
                onClick={() => formOf(formId)?.requestSubmit()}
                variant="secondary"
                busy={variant.isPending}
                disabled={save.isPending}
              >
                Try it first
              </Button>
            </Tooltip>
          )}
          <Button
            {...(failed ? { onClick: backfill.retry } : { type: 'submit', form: formId })}
            busy={checking || save.isPending || backfill.status === 'pending'}
            disabled={isDone}
          >
            {failed ? 'Try again' : watch ? 'Update' : 'Add Keyword'}
          </Button>
        </>
      }
    >
      <WatchForm
        key={kept.formKey}
        id={formId}
        watch={watch}
        start={start}
        draft={kept.draft}
        refusal={refusal}
        success={saved ? success : null}
        preview={{
          watchId: watch?._id,
          isSaving: save.isPending || saved,
          onCount: setCounted,
          onOpen: (id) => address.open({ watch: id }),
        }}
        onBusy={setChecking}
        onEdit={() => setRefusal(noRefusal)}
        onChange={kept.take}
        onDiscard={() => {
          setRefusal(noRefusal);
          kept.discard();
        }}
        onSubmit={submit}
      />
    </Dialog>
  );
}

const formOf = (id: string) => document.querySelector<HTMLFormElement>(`form[id="${id}"]`);
