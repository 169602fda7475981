import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Watch } from '@/api/types';

import { useNewWatch } from './use-new-watch';
import { draftOf, forgetDraft, isChanged, keepDraft, type WatchDraft } from './watch-draft';
import type { WatchStart } from './watch-start';

/**
 * Keeps what is typed when the form goes, however that comes about, and gives it back to the next
 * one. What a new watch is to begin with comes before what was typed for another.
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
    /** Another one for each form that begins anew. */
    formKey: forms,
    /** Takes what stands in the form now. */
    take: useCallback((now: WatchDraft) => {
      latest.current = now;
    }, []),
    /** Nothing of it is wanted any more: it was saved, or the dialog is closed for good. */
    forget,
    /** Begins the form anew, without what was kept. */
    discard: () => {
      forgetDraft(queryClient, id);
      setDraft(undefined);
      setForms(forms + 1);
    },
  };
}
