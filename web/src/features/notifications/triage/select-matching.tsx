import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { maxSelected } from '@/entities/plan/plans';
import { showFailure } from '@/lib/failure-toast';
import { numberText } from '@/lib/number';

import { findMatching, type Matching, matchingCountQuery } from '../api/matching-notifications';
import type { Selection } from './use-selection';

type SelectMatchingProps = { selection: Selection; matching: Matching };

/** Offers to select all that match once all that is shown is selected, if that is more. */
export function SelectMatching({ selection, matching }: SelectMatchingProps) {
  const { extent, notifications } = selection;
  const total = useQuery(matchingCountQuery(matching)).data;
  const [found, setFound] = useState<number | null>(null);
  const search = useRef<AbortController | null>(null);
  useEffect(() => () => search.current?.abort(), []);

  const select = async () => {
    const calls = new AbortController();
    search.current = calls;
    try {
      selection.setMatching(await findMatching(matching, setFound, calls.signal));
    } catch (error) {
      if (!calls.signal.aborted) showFailure('The notifications could not be selected', error);
    }
    setFound(null);
  };

  const isDone = extent === 'matching';
  const count = notifications.length;
  if (!isDone && matching.removed && !(total !== undefined && total > count)) return null;
  const all = matching.removed
    ? `${total === undefined ? '' : numberText(total)} ${matching.status ?? ''}`
    : 'results';
  return (
    <p className="flex basis-full flex-wrap items-center justify-center gap-x-3 border-t border-line pt-1 text-sm text-ink-soft">
      <span role="status">
        {isDone
          ? doneText(count, matching)
          : found === null
            ? shownText(count)
            : `Selecting… ${numberText(found)} found so far.`}
      </span>
      <Button
        variant="ghost"
        size="sm"
        busy={found !== null}
        onClick={() => (isDone ? selection.clear() : void select())}
        className="text-brand-text!"
      >
        {isDone ? 'Clear selection' : `Select all ${all}`}
      </Button>
    </p>
  );
}

function shownText(count: number): string {
  if (count === 0) return 'All keywords are closed, so nothing is selected yet.';
  return count === 1
    ? 'The only one shown is selected.'
    : `All ${numberText(count)} shown are selected.`;
}

function doneText(count: number, { removed: isList, status }: Matching): string {
  const number = numberText(count);
  if (count === maxSelected) return `The newest ${number} are selected, the most at a time.`;
  return isList
    ? `All ${number} ${status ?? ''} are selected.`
    : `All ${number} results are selected.`;
}
