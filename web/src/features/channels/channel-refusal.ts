import { ApiError, errorText, RateLimitedError } from '@/lib/http/api-error';
import { needsUpgrade } from '@/lib/upgrade';

/** Returns the server's errors by field. */
export function refusedFields(failure: Error | null): Partial<Record<string, string>> {
  const fields = failure instanceof ApiError ? failure.fields : {};
  const ofList = Object.entries(fields).find(([path]) => path.startsWith('watchIds.'));
  return ofList ? { ...fields, watchIds: ofList[1] } : fields;
}

/** Returns the text above the form: an error that belongs to none of its `fields`. */
export function generalText(failure: Error | null, fields: readonly string[]): string | null {
  // The layout's toast reports a rate limit, and the upgrade dialog the plan's limit.
  if (!failure || failure instanceof RateLimitedError || needsUpgrade(failure)) return null;
  const refused = refusedFields(failure);
  if (fields.some((name) => refused[name])) return null;
  const [other] = Object.values(refused);
  return other ?? errorText(failure, 'The channel could not be saved. Please try again.');
}
