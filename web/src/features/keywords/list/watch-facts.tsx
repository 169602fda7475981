import type { Watch } from '@/api/types';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';
import { exactTimeText } from '@/lib/dates';
import { relativeTime } from '@/lib/relative-time';

/** Shows the last match of a watch and its own alert settings, or nothing if there are neither. */
export function WatchFacts({ watch }: { watch: Watch }) {
  const { lastMatchAt, notificationSettings: alerts } = watch;
  const email = emailFrequencies.find(({ value }) => value === alerts.frequency);
  const facts = [
    lastMatchAt && (
      <time key="last" dateTime={lastMatchAt} title={exactTimeText(lastMatchAt)}>
        Last match {relativeTime(lastMatchAt).toLowerCase()}
      </time>
    ),
    alerts.emailNotification && email && <span key="email">Email: {email.label}</span>,
    !alerts.browserNotification && <span key="push">No push</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-faint">{facts}</p>;
}
