import type { Watch } from '@/api/types';
import { Age } from '@/components/ui/age';
import { emailFrequencies } from '@/entities/preferences/email-frequencies';

/** Shows the last match of a watch and its own alert settings, or nothing if there are neither. */
export function WatchFacts({ watch }: { watch: Watch }) {
  const { lastMatchAt, notificationSettings: alerts } = watch;
  const email = emailFrequencies.find(({ value }) => value === alerts.frequency);
  const facts = [
    lastMatchAt && (
      <span key="last">
        Last match <Age time={lastMatchAt} form="within" />
      </span>
    ),
    alerts.emailNotification && email && <span key="email">Email: {email.label}</span>,
    !alerts.browserNotification && <span key="push">No push</span>,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-faint">{facts}</p>;
}
