import { useCallback, useEffect, useRef, useState } from 'react';

import { callMatcher } from '@/lib/matcher/client';
import type { ChipsReading, QueryChips, QueryReading, WatchProblem } from '@/lib/matcher/matcher';
import { useSettled } from '@/lib/use-settled';

import { isEmptyQuery, noChips } from './query-chips';

/** The pause in typing before an unfinished query is called wrong, in ms. */
const PATIENCE_MS = 600;

type Read = { text: string; reading: QueryReading; chips: QueryChips };

/** Manages a query as text and as chips, each of which edits the other, if `on`. */
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
        // Chips stay as they were while the text cannot be parsed.
        const own = text.trim() ? reading.chips : noChips;
        setRead((before) => ({ text, reading, chips: own ?? before?.chips ?? noChips }));
      },
      // The server parses it, too.
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
    /** Why the current query cannot be parsed. */
    problem: current?.error,
    /** The same, once typing rests or has ended. */
    shownProblem: settled ? current?.error : undefined,
    /** Marks typing as ended, at least for this text. */
    leave: () => setLeft(text),
    /** The chips of the last text that could be parsed; undefined before the first. */
    chips: read?.chips,
    /** Why the query cannot be shown as chips. */
    textOnly: read?.reading.textOnly,
    /** Whether the text cannot be parsed, so that the chips belong to an earlier text. */
    behind: Boolean(read?.text.trim() && read.reading.error),
    /** Replaces the text by the query that these chips form, if they form one. */
    edit,
  };
}

export type QueryEditor = ReturnType<typeof useQueryEditor>;

/** Returns what is wrong and what to write instead, in sentences. */
export function adviceOf({ message, advice }: WatchProblem): string {
  return advice ? `${message}. ${advice}.` : `${message}.`;
}
