import type { ErrorBody, TextPart } from '@/api/types';

/** An unsuccessful response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Error texts by field path, when single fields were refused. */
  readonly fields: Record<string, string>;
  /** The invalid part of a refused query, in UTF-16 units. */
  readonly part: TextPart | undefined;
  /** The id of the call in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> | undefined) {
    super(body?.error ?? body?.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? 'UNKNOWN';
    this.fields = body?.fields ?? {};
    this.part = body?.details;
    this.requestId = body?.requestId;
  }
}

/** A refusal by a rate limit. The layout's toast reports it, so callers should show nothing. */
export class RateLimitedError extends Error {
  readonly code: string;
  readonly retryAfterS: number;

  constructor(code: string, message: string, retryAfterS: number) {
    super(message);
    this.name = 'RateLimitedError';
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** A call that failed because Harken cannot be reached. */
export class OfflineError extends Error {
  constructor() {
    super(
      navigator.onLine
        ? 'Harken cannot be reached. Please try again later.'
        : 'You are offline. Please try again once you are back online.',
    );
    this.name = 'OfflineError';
  }
}

/** Returns whether `error` is an API error with this code. */
export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

const withText = [ApiError, RateLimitedError, OfflineError];

/** Returns the text of `error` for users, or `fallback` if it has none. */
export function errorText(error: unknown, fallback: string): string {
  const text = withText.some((kind) => error instanceof kind) ? (error as Error).message : '';
  return text || fallback;
}

/** Returns the text of `error` for the top of a form, or null when a field already shows it. */
export function formErrorText(error: unknown, fallback: string): string | null {
  const text = errorText(error, fallback);
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return fields.includes(text) ? null : text;
}

/** Returns the id to give to the operator if the server failed; refusals explain themselves. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}
