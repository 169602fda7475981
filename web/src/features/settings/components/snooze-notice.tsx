import { BellOff } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { snoozeEnd } from '@/entities/snooze/snooze-times';
import { useSession } from '@/lib/http/session';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { useSnoozeAlerts } from '../api/snooze-alerts';
import { useSnoozedUntil } from '../use-snoozed-until';

/** Shows on other screens that alerts are snoozed, which explains why none arrive. */
export function SnoozeNotice() {
  const until = useSnoozedUntil();
  return until === null ? null : <Notice until={until} />;
}

function Notice({ until }: { until: string }) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const snooze = useSnoozeAlerts();
  const notice = useLeaveFocus<HTMLElement>(() => [document.querySelector('main')]);
  return (
    <section
      ref={notice}
      aria-label="Snooze"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-info-soft px-5 py-3.5 text-info"
    >
      <BellOff aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-48 font-medium">
        {`Alerts are snoozed until ${snoozeEnd(until, timeZone)}. New matches still appear here.`}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-busy={snooze.isPending || undefined}
        onClick={() => {
          if (!snooze.isPending) snooze.mutate(null);
        }}
      >
        End snooze
      </Button>
    </section>
  );
}
