import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';

import type { WatchBulkInput } from '@/api/types';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { counted, numberText } from '@/lib/number';

import { MAX_AT_ONCE, useChangeWatches } from './change-watches';

type SelectionBarProps = {
  /** The ids of the selected keywords. */
  ids: readonly string[];
  onClear: () => void;
};

/** The actions that change all selected keywords at once. */
export function SelectionBar({ ids, onClear }: SelectionBarProps) {
  const change = useChangeWatches();
  const [deleting, setDeleting] = useState(false);
  const isTooMany = ids.length > MAX_AT_ONCE;
  const keywords = counted(ids.length, 'keyword');
  const run = (action: WatchBulkInput['action']) =>
    change.mutate({ action, ids: [...ids] }, { onSuccess: onClear });
  const button = { variant: 'secondary', size: 'sm', disabled: isTooMany } as const;
  const busy = (action: string) => change.isPending && change.variables.action === action;
  return (
    <div
      role="group"
      aria-label="Selected keywords"
      className="flex flex-wrap items-center gap-2.5"
    >
      <p role="status" className="mr-auto text-sm font-semibold">
        {isTooMany
          ? `${keywords}: select at most ${numberText(MAX_AT_ONCE)}`
          : `${keywords} selected`}
      </p>
      <Button {...button} busy={busy('pause')} onClick={() => run('pause')}>
        <Pause aria-hidden />
        Pause
      </Button>
      <Button {...button} busy={busy('resume')} onClick={() => run('resume')}>
        <Play aria-hidden />
        Resume
      </Button>
      <Button {...button} busy={busy('delete')} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button variant="ghost" size="sm" onClick={onClear}>
        Clear
      </Button>
      <ConfirmDialog
        open={deleting}
        question={`Delete ${keywords}?`}
        text="Harken stops listening for them. Their notifications stay."
        confirm="Delete"
        openerGoes
        onCancel={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false);
          run('delete');
        }}
      />
    </div>
  );
}
