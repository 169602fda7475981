import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Watch } from '@/api/types';

import { useNewWatch } from './use-new-watch';
import { draftOf, forgetDraft, isChanged, keepDraft, type WatchDraft } from './watch-draft';
import type { WatchStart } from './watch-start';

/**
 * Keeps the typed values when the form closes for whatever reason, and restores them in the next
 * one. `start` takes precedence over a kept draft.
 */
export function useDraft(watch: Watch | undefined, start: WatchStart | undefined) {
  const queryClient = useQueryClient();
  const id = watch?._id;
  const isStarted = start !== undefined && Object.keys(start).length > 0;
  const [draft, setDraft] = useState(() => (isStarted ? undefined : draftOf(queryClient, id)));
  const [forms, setForms] = useState(1);
  const latest = useRef<WatchDraft | null>(null);
  const isDone = useRef(false);
  const fresh = useNewWatch();
  const had = useRef({ ...(watch ?? fresh), ...start });

  useEffect(
    () => () => {
      const left = latest.current;
      if (isDone.current || !left) return;
      if (isChanged(left, had.current)) keepDraft(queryClient, id, left);
      else if (!isStarted) forgetDraft(queryClient, id);
    },
    [queryClient, id, isStarted],
  );

  const forget = useCallback(() => {
    isDone.current = true;
    forgetDraft(queryClient, id);
  }, [queryClient, id]);

  return {
    draft,
    /** A new key for each form that starts over. */
    formKey: forms,
    /** Records the current values of the form. */
    take: useCallback((now: WatchDraft) => {
      latest.current = now;
    }, []),
    /** Discards the draft: it was saved, or the dialog is closed for good. */
    forget,
    /** Starts the form over, without the draft. */
    discard: () => {
      forgetDraft(queryClient, id);
      setDraft(undefined);
      setForms(forms + 1);
    },
  };
}
