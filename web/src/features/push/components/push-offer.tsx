import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { paths } from '@/config/paths';

import { usePermission } from '../permission';
import { useDevice } from '../push-device';
import { pushSupport } from '../support';

const KEY = 'pushOffer';

/**
 * Offers alerts in this browser, once: only where they can be turned on, and to users with alerts
 * who have never decided about them here.
 */
export function PushOffer() {
  const permission = usePermission();
  const device = useDevice((state) => state.device);
  const [declined, setDeclined] = useState(() => localStorage.getItem(KEY) !== null);
  if (declined || device || permission !== 'default' || pushSupport() !== 'supported') return null;

  const decline = () => {
    localStorage.setItem(KEY, 'declined');
    setDeclined(true);
    document.getElementById('content')?.focus();
  };
  return (
    <section
      aria-label="Browser alerts"
      className="flex items-center gap-3 rounded-card border border-line bg-surface py-3 pr-2 pl-4 shadow-card"
    >
      <BellRing aria-hidden className="size-5 shrink-0 text-brand-text" />
      <p className="min-w-0 flex-1">
        Alerts can reach you here while Harken is closed.{' '}
        <Button asChild variant="link">
          <Link to={`${paths.settings}#push`}>Set it up</Link>
        </Button>
      </p>
      <IconButton icon={X} name="No, thanks: browser alerts" words="No, thanks" onClick={decline} />
    </section>
  );
}
