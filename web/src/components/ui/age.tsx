import { exactAge } from '@/lib/exact-age';
import { ageText, agoText, relativeTime } from '@/lib/relative-time';

const texts = { alone: ageText, within: agoText, notification: relativeTime };

type AgeProps = {
  /** RFC 3339. */
  time: string;
  /** On its own, within a sentence, or of a notification, whose forms the specification names. */
  form?: keyof typeof texts;
  className?: string;
};

/** Shows how long ago something was, and exactly when to a pointer. */
export function Age({ time, form = 'alone', className }: AgeProps) {
  return (
    <time dateTime={time} title={exactAge(time)} className={className}>
      {texts[form](time)}
    </time>
  );
}
