import { create } from 'zustand';

/** The details of the last 429; `timestamp` in ms since the epoch, `retryAfter` in s. */
export type RateLimitError = {
  code: string;
  message: string;
  retryAfter: number;
  limit?: number;
  remaining?: number;
  timestamp: number;
};

/** The body that replaces a 429's, in a response that looks successful. */
type RateLimited = { rateLimited: true; retryAfter: number; code: string; message: string };

const ERROR_KEY = 'lastRateLimitError';
const FLAG_KEY = 'rateLimitExceeded';
const DEFAULT_RETRY_AFTER_S = 30;

/** The 429 that has not been shown yet, in local storage so that it survives a reload. */
export const useRateLimit = create<{ pending: RateLimitError | null }>()(() => ({
  pending: readPending(),
}));

function readPending(): RateLimitError | null {
  if (localStorage.getItem(FLAG_KEY) !== 'true') return null;
  try {
    return JSON.parse(localStorage.getItem(ERROR_KEY) ?? 'null') as RateLimitError | null;
  } catch {
    return null;
  }
}

export function clearRateLimit(): void {
  localStorage.removeItem(FLAG_KEY);
  localStorage.removeItem(ERROR_KEY);
  useRateLimit.setState({ pending: null });
}

/** Stores a 429 for the toast and turns it into a response flagged as `rateLimited`. */
export async function takeRateLimit(response: Response): Promise<Response> {
  const body = (await response.json().catch(() => ({}))) as Partial<RateLimitError> & {
    error?: string;
  };
  const header = Number(response.headers.get('Retry-After'));
  const error: RateLimitError = {
    code: body.code ?? 'RATE_LIMIT_EXCEEDED',
    message: body.error ?? body.message ?? 'Too many requests',
    retryAfter: body.retryAfter ?? (header > 0 ? header : DEFAULT_RETRY_AFTER_S),
    limit: body.limit,
    remaining: body.remaining,
    timestamp: Date.now(),
  };
  localStorage.setItem(ERROR_KEY, JSON.stringify(error));
  localStorage.setItem(FLAG_KEY, 'true');
  useRateLimit.setState({ pending: error });

  const { code, message, retryAfter } = error;
  return Response.json({ rateLimited: true, retryAfter, code, message } satisfies RateLimited);
}

export function isRateLimited(body: unknown): body is RateLimited {
  return typeof body === 'object' && body !== null && 'rateLimited' in body;
}
