import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { needsUpgrade } from '@/lib/upgrade';

/** The server's texts by the field that they belong to. */
export function refusedFields(failure: Error | null): Partial<Record<string, string>> {
  const fields = failure instanceof ApiError ? failure.fields : {};
  const ofList = Object.entries(fields).find(([path]) => path.startsWith('watchIds.'));
  return ofList ? { ...fields, watchIds: ofList[1] } : fields;
}

/** What is said above the form: what belongs to none of its `fields`. */
export function generalText(failure: Error | null, fields: readonly string[]): string | null {
  // The layout's toast reports a rate limit, and a popup the plan's limit.
  if (!failure || failure instanceof RateLimitedError || needsUpgrade(failure)) return null;
  const refused = refusedFields(failure);
  if (fields.some((name) => refused[name])) return null;
  const [other] = Object.values(refused);
  return other ?? errorText(failure, 'The channel could not be saved. Please try again.');
}
