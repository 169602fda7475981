import { queryOptions } from '@tanstack/react-query';

import type { HearingTest } from '@/api/types';
import { api, unwrap } from '@/lib/http/api-client';

/** The poll interval of a running test, in ms. */
const LOOK_MS = 500;

export const startHearingTest = (watchId: string) =>
  unwrap(api.POST('/api/hearing-tests', { body: { watchId } }));

/** Polls the progress of a started test until it ends. */
export const hearingTestQuery = (started: HearingTest | undefined) =>
  queryOptions({
    queryKey: ['hearing-test', started?._id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/hearing-tests/{id}', {
          params: { path: { id: started?._id ?? '' } },
          signal,
        }),
      ),
    enabled: started !== undefined,
    initialData: started,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isFinished || state.error ? false : LOOK_MS),
  });
