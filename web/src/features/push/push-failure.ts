import { errorText } from '@/lib/http/api-error';

const texts = {
  unanswered: 'The browser’s prompt was closed without an answer. Try again and choose “Allow”.',
  denied: 'Notifications are blocked for Harken in this browser.',
  worker:
    'The part of Harken that shows alerts could not be started here. A private window may be the reason.',
  service:
    'The browser’s own push service did not answer. Some browsers have it turned off: in Brave it is “Use Google services for push messaging” in the privacy settings.',
};

/** The reason why this browser could not be registered as a device. */
export class PushFailure extends Error {
  readonly reason: keyof typeof texts;

  constructor(reason: keyof typeof texts, cause?: unknown) {
    super(texts[reason], { cause });
    this.name = 'PushFailure';
    this.reason = reason;
  }
}

/** Returns the text of `error` for users. */
export function pushFailureText(error: Error): string {
  if (error instanceof PushFailure) return error.message;
  return errorText(error, 'Harken could not be reached. Please try again.');
}
