import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { WatchInput, WatchPreview, WatchPreviewInput } from '@/api/types';
import { ApiError } from '@/lib/http/api-error';
import { useSettled } from '@/lib/use-settled';

import { isTooMuch, watchPreviewQuery } from './preview-watch';

/** How long typing has to rest before the server is asked, in ms. */
const REST_MS = 500;

export type Estimate =
  | { status: 'none' | 'counting' }
  | { status: 'failed'; tooMuch: boolean; retry: () => void }
  | {
      status: 'counted';
      preview: WatchPreview;
      /** What was counted: while typing goes on (`isStale`) not what stands in the form. */
      rule: WatchPreviewInput;
      isStale: boolean;
    };

/**
 * How much a watch finds in the items that the server has stored, once typing rests; null for a
 * rule that there is nothing to count of. `watchId` is the edited watch's, if it is there already.
 * Nobody is asked of a rule that is not, or not yet, known to be readable, nor while `isPaused`.
 */
export function useEstimate(
  watch: WatchInput | null,
  watchId: string | undefined,
  isReadable: boolean,
  isPaused: boolean,
): Estimate {
  const keyword = watch?.keyword.trim();
  const typed = keyword ? JSON.stringify({ ...watch, keyword, watchId }) : null;
  const asked = useSettled(typed, REST_MS);
  const rule = JSON.parse(asked ?? 'null') as WatchPreviewInput | null;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...watchPreviewQuery(rule),
    enabled: rule !== null && isReadable && !isPaused,
    // A query for each rule: an answer that comes late never takes the place of a later rule's.
    placeholderData: keepPreviousData,
  });

  // What is wrong with the rule is said at its fields.
  if (typed === null || isRefusal(error)) return { status: 'none' };
  const waiting = { status: isPaused ? 'none' : 'counting' } as const;
  if (asked === null) return waiting;
  if (data) return { status: 'counted', ...data, isStale: isPlaceholderData || typed !== asked };
  if (!error || typed !== asked) return waiting;
  return { status: 'failed', tooMuch: isTooMuch(error), retry: () => void refetch() };
}

const isRefusal = (error: Error | null) => error instanceof ApiError && error.status === 422;
