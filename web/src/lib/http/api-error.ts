import type { ErrorBody, TextPart } from '@/api/types';

/** An answer of the API that is not a success. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Text by field path, when single fields were refused. */
  readonly fields: Record<string, string>;
  /** The part of a refused query that is meant, in UTF-16 units. */
  readonly part: TextPart | undefined;
  /** Under which the server's log tells of the call. */
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

/** The call was refused by a rate limit. The layout's toast reports it to the user: say nothing more. */
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

/** Whether `error` is an API error with this code. */
export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** The server's text for a person, or `fallback` when it sent none or was not reached. */
export function errorText(error: unknown, fallback: string): string {
  const text = error instanceof ApiError || error instanceof RateLimitedError ? error.message : '';
  return text || fallback;
}

/** The text of `error` for the top of a form, or null when one of its fields says just that. */
export function formErrorText(error: unknown, fallback: string): string | null {
  const text = errorText(error, fallback);
  const fields = error instanceof ApiError ? Object.values(error.fields) : [];
  return fields.includes(text) ? null : text;
}

/** What to name to the operator when the server failed; a refusal says itself what is wrong. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}
