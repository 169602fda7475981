import { useCallback, useEffect, useRef, useState } from 'react';

import { callMatcher } from '@/lib/matcher/client';
import type { ChipsReading, QueryChips, QueryReading, WatchProblem } from '@/lib/matcher/matcher';
import { useSettled } from '@/lib/use-settled';

import { isEmptyQuery, noChips } from './query-chips';

/** How long typing rests before a query that is not finished is called wrong, in ms. */
const PATIENCE_MS = 600;

type Read = { text: string; reading: QueryReading; chips: QueryChips };

/** A query as text and as chips, each of which edits the other. It reads nothing unless `on`. */
export function useQueryEditor(text: string, on: boolean, onText: (text: string) => void) {
  const [read, setRead] = useState<Read | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const settled = useSettled(text, PATIENCE_MS) === text || left === text;

  useEffect(() => {
    if (!on) return;
    let stale = false;
    callMatcher('parseQuery', text).then(
      (reading) => {
        if (stale) return;
        // Chips stay as they were while the text cannot be read.
        const own = text.trim() ? reading.chips : noChips;
        setRead((before) => ({ text, reading, chips: own ?? before?.chips ?? noChips }));
      },
      // The server reads it, too.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [text, on]);

  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });
  const edit = useCallback(async (chips: QueryChips): Promise<ChipsReading> => {
    const made = isEmptyQuery(chips) ? { query: '' } : await callMatcher('queryOfChips', chips);
    if (made.query !== undefined) latest.current(made.query);
    return made;
  }, []);

  const current = read?.text === text && text.trim() ? read.reading : undefined;
  return {
    /** Why the query cannot be read as it stands. */
    problem: current?.error,
    /** The same, for somebody who is not in the middle of typing. */
    shownProblem: settled ? current?.error : undefined,
    /** Says that typing has ended, at least for this text. */
    leave: () => setLeft(text),
    /** The chips of the last text that could be read; undefined before the first. */
    chips: read?.chips,
    /** Why the query cannot be shown as chips. */
    textOnly: read?.reading.textOnly,
    /** Whether the text cannot be read, so that the chips are those of a text before. */
    behind: Boolean(read?.text.trim() && read.reading.error),
    /** Puts the query that these chips make in the place of the text, if they make one. */
    edit,
  };
}

export type QueryEditor = ReturnType<typeof useQueryEditor>;

/** What is wrong and what to write instead, in sentences. */
export function adviceOf({ message, advice }: WatchProblem): string {
  return advice ? `${message}. ${advice}.` : `${message}.`;
}
