import { ApiError, errorText, hasCode, RateLimitedError } from '@/lib/api-error';

/** Why a save was refused: at a field of the form, or as a whole. */
export type Refusal = { keyword?: string; subreddits?: string; other?: string };

/** Where the server's texts go. What concerns no field of the form is said above it. */
export function refusalOf(error: Error): Refusal {
  // The layout's toast tells.
  if (error instanceof RateLimitedError) return {};
  const { keyword, ...fields } = error instanceof ApiError ? error.fields : {};
  const [subreddits] = Object.entries(fields)
    .filter(([path]) => path.startsWith('subreddits'))
    .map(([, text]) => text);
  if (keyword ?? subreddits) return { keyword, subreddits };
  const [field] = Object.values(fields);
  return { other: field ?? errorText(error, 'The keyword could not be saved. Please try again.') };
}

/** Whether the plan has no room for one more active watch. */
export function isKeywordLimit(error: Error): boolean {
  if (hasCode(error, 'KEYWORD_LIMIT_EXCEEDED')) return true;
  return error instanceof ApiError && error.message.toLowerCase().includes('keyword limit');
}
