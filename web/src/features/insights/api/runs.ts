import { apiOrigin } from '@/config/env';
import { api, unwrap } from '@/lib/http/api-client';
import { authFetch } from '@/lib/http/auth-fetch';

/** Analyses all keywords. Returns a run to follow, or sample data if no call is left today. */
export const startRun = () =>
  unwrap(
    api.POST('/api/ai/comprehensive-insights', {
      // Without it the response waits for the result, and there is no progress to show.
      params: { header: { Prefer: 'respond-async' } },
    }),
  );

/** Cancels an analysis. What it has used of the day's calls stays used. */
export const cancelRun = (id: string) =>
  unwrap(api.DELETE('/api/ai/runs/{id}', { params: { path: { id } } }));

/** Opens the stream of a run's progress. */
export function openRunEvents(id: string, signal: AbortSignal): Promise<Response> {
  const headers = new Headers({ Accept: 'text/event-stream' });
  return authFetch(new Request(`${apiOrigin}/api/ai/runs/${id}/events`, { headers, signal }));
}
