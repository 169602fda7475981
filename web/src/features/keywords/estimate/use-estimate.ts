import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { WatchInput, WatchPreview, WatchPreviewInput } from '@/api/types';
import { ApiError } from '@/lib/http/api-error';
import { useSettled } from '@/lib/use-settled';

import { isTooMuch, watchPreviewQuery } from './preview-watch';

/** The pause in typing before the server is asked, in ms. */
const REST_MS = 500;

export type Estimate =
  | { status: 'none' | 'counting' }
  | { status: 'failed'; tooMuch: boolean; retry: () => void }
  | {
      status: 'counted';
      preview: WatchPreview;
      /** The rule that was counted. While `isStale`, it is not the one in the form. */
      rule: WatchPreviewInput;
      isStale: boolean;
    };

/**
 * Counts the stored items that a watch matches, once typing rests. `watch` is null for a rule that
 * cannot be counted, `watchId` is the id of an edited watch. The server is not asked about a rule
 * that is not, or not yet, known to be readable, nor while `isPaused`.
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
    // One query per rule, so that a late response never replaces that of a later rule.
    placeholderData: keepPreviousData,
  });

  // The fields show what is wrong with the rule.
  if (typed === null || isRefusal(error)) return { status: 'none' };
  const waiting = { status: isPaused ? 'none' : 'counting' } as const;
  if (asked === null) return waiting;
  if (data) return { status: 'counted', ...data, isStale: isPlaceholderData || typed !== asked };
  if (!error || typed !== asked) return waiting;
  return { status: 'failed', tooMuch: isTooMuch(error), retry: () => void refetch() };
}

const isRefusal = (error: Error | null) => error instanceof ApiError && error.status === 422;
