import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { ImportLine } from '@/api/types';
import { watchKeys } from '@/entities/watch/watch-keys';

import { type ImportPart, partsOf } from './import-parts';
import type { ImportList, Row } from './import-rows';
import { importWatches } from './import-watches';

const tooLongLine = (row: Row): ImportLine => ({
  ...row,
  watchId: null,
  code: 'VALIDATION_FAILED',
  error: 'This is too long for a keyword. Is a closing quote missing?',
  notes: [],
});

/** Sends a list part by part. Imported parts stay if a later one fails. */
export function useImport() {
  const queryClient = useQueryClient();
  const [lines, setLines] = useState<readonly ImportLine[]>([]);
  const [left, setLeft] = useState<readonly ImportPart[]>([]);
  const [count, setCount] = useState(0);
  const [stopping, setStopping] = useState(false);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (parts: readonly ImportPart[]) => {
      for (const part of parts) {
        if (stopped.current) return;
        const done = await importWatches(part);
        setLines((before) => [...before, ...done]);
        setLeft((before) => before.slice(1));
      }
    },
    // Without a network it fails at once, and can be retried.
    networkMode: 'always',
    onSettled: () => void queryClient.invalidateQueries({ queryKey: watchKeys.all }),
  });
  const send = (parts: readonly ImportPart[]) => {
    stopped.current = false;
    setStopping(false);
    mutate(parts);
  };

  return {
    /** The outcome of each row that was sent, by line. */
    lines: [...lines].sort((a, b) => a.line - b.line),
    /** The parts still to be sent. */
    left,
    /** The number of parts. */
    count,
    isPending,
    /** Why the import ended early. */
    error,
    /** Whether the import ends after the part in flight. */
    stopping,
    start: (list: ImportList) => {
      const { parts, tooLong } = partsOf(list);
      setLines(tooLong.map(tooLongLine));
      setLeft(parts);
      setCount(parts.length);
      send(parts);
    },
    goOn: () => send(left),
    stop: () => {
      stopped.current = true;
      setStopping(true);
    },
    /** Forgets the outcome before another list. */
    clear: () => {
      setLines([]);
      setLeft([]);
      reset();
    },
  };
}

export type Import = ReturnType<typeof useImport>;
