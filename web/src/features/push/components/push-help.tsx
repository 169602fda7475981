import { Alert } from '@/components/ui/alert';

import { allowAgainSteps } from '../allow-again';
import type { Support } from '../support';

/** Shown when the browser blocks notifications, which only its user can change. */
export function DeniedHelp() {
  return (
    <Alert tone="info" title="Notifications are blocked for Harken in this browser">
      <p>Harken cannot ask again. To allow them:</p>
      <ol className="mt-1.5 list-decimal space-y-0.5 pl-5">
        {allowAgainSteps(navigator.userAgent).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Alert>
  );
}

const texts: Record<Exclude<Support, 'supported'>, string> = {
  'home-screen':
    'On an iPhone or iPad, only apps on the Home Screen get alerts: press Share, then “Add to Home Screen”, open Harken from there, and turn alerts on in its Settings.',
  insecure:
    'Browsers allow alerts only from sites that use https. Whoever runs this server can set that up.',
  unsupported:
    'This browser cannot get alerts while Harken is closed. A recent Firefox, Chrome, Edge or Safari can.',
};

/** Explains why this browser cannot get alerts. */
export function UnsupportedHelp({ support }: { support: Exclude<Support, 'supported'> }) {
  return <p className="text-sm text-ink-faint">{texts[support]}</p>;
}
