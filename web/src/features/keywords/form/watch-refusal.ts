import type { Span } from '@/lib/highlight';
import { ApiError, errorText, hasCode, RateLimitedError } from '@/lib/http/api-error';

const lists = [
  ...(['subreddits', 'excludedSubreddits', 'excludedAuthors'] as const),
  ...(['tags', 'notes', 'description'] as const),
] as const;

/** Why a save was refused: at a field of the form, or as a whole. */
export type Refusal = Partial<Record<'keyword' | (typeof lists)[number] | 'other', string>> & {
  /** The wrong part of a query, in the text that was sent. */
  part?: Span;
  /** The error of the save as a whole. */
  error?: Error;
};

/** Assigns the server's messages to the fields of the form. Other messages appear above it. */
export function refusalOf(error: Error): Refusal {
  // The layout's toast reports a rate limit.
  if (error instanceof RateLimitedError) return {};
  if (hasCode(error, 'ALREADY_WATCHED') || hasCode(error, 'SAME_RULE')) {
    return { keyword: error.message };
  }
  const texts = error instanceof ApiError ? Object.entries(error.fields) : [];
  const refusal: Refusal = {};
  for (const [path, text] of texts) {
    // A name in a list has its index after the list's own name.
    const field = path.split('.')[0];
    const list = lists.find((own) => own === field);
    if (list) refusal[list] ??= text;
    else if (path === 'keyword') refusal.keyword = text;
  }
  if (error instanceof ApiError && refusal.keyword) refusal.part = error.part;
  if (Object.keys(refusal).length > 0) return refusal;
  const [first] = texts;
  const other = first?.[1];
  const fallback = 'The keyword could not be saved. Please try again.';
  return { other: other ?? errorText(error, fallback), error };
}
