import type { Endpoint } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RateLimitedError } from '@/lib/http/api-error';
import { useSession } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';
import { needsUpgrade, showPlanLimit, showUpgrade } from '@/lib/upgrade';

import { useTurnOn } from '../api/add-device';
import { usePermission } from '../permission';
import { PushFailure, pushFailureText } from '../push-failure';
import { pushSupport } from '../support';
import { DeniedHelp, UnsupportedHelp } from './push-help';

type ThisBrowserProps = {
  /** This browser's device; undefined if it is none. */
  device: Endpoint | undefined;
  removing: boolean;
  onRemove: (device: Endpoint) => void;
};

/** Shows whether this browser gets alerts, with a button to change it. */
export function ThisBrowser({ device, removing, onRemove }: ThisBrowserProps) {
  const user = useSession((state) => state.user);
  const permission = usePermission();
  const turnOn = useTurnOn();
  const support = pushSupport();
  const isPro = user?.isPro ?? false;

  const start = () => {
    if (!user) return;
    if (!isPro) {
      showUpgrade('browser-alerts');
      return;
    }
    turnOn.mutate(user._id, {
      onSuccess: () => showToast({ type: 'success', title: 'This browser now gets alerts' }),
      onError: (error) => void showPlanLimit(error, 'browser-alerts'),
    });
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-28">
          <h3 className="flex flex-wrap items-center gap-x-2 font-sans text-[0.9375rem] font-semibold tracking-normal">
            This browser
            {device && <Badge tone="good">On</Badge>}
            {!isPro && <Badge tone="signal">Pro</Badge>}
          </h3>
          {support === 'supported' ? (
            <p className="text-sm text-ink-faint">
              {device
                ? 'Alerts show up here while Harken is closed, until you sign out.'
                : 'Alerts show up here while Harken is closed. Your browser will ask for permission.'}
            </p>
          ) : (
            <UnsupportedHelp support={support} />
          )}
        </div>
        {support === 'supported' && !device && (
          <Button size="sm" busy={turnOn.isPending} onClick={start}>
            {turnOn.isPending ? 'Turning on...' : 'Turn on'}
          </Button>
        )}
        {device && (
          <Button variant="secondary" size="sm" busy={removing} onClick={() => onRemove(device)}>
            Turn off
          </Button>
        )}
      </div>
      {support === 'supported' && permission === 'denied' && <DeniedHelp />}
      {isTold(turnOn.error) && (
        <Alert tone="error" title="Alerts could not be turned on">
          {pushFailureText(turnOn.error)}
        </Alert>
      )}
    </div>
  );
}

/** Returns whether to show `error`: blocking, rate limits and the plan are shown elsewhere. */
function isTold(error: Error | null): error is Error {
  if (error === null || error instanceof RateLimitedError || needsUpgrade(error)) return false;
  return !(error instanceof PushFailure && error.reason === 'denied');
}
