import { useState } from 'react';

import type { Endpoint } from '@/api/types';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { UpgradeDialog } from '@/components/upgrade-dialog';
import { hasCode, RateLimitedError } from '@/lib/api-error';
import { useSession } from '@/lib/session';
import { showToast } from '@/lib/toasts';

import { useTurnOn } from '../api/add-device';
import { usePermission } from '../permission';
import { failureText, PushFailure } from '../push-failure';
import { pushSupport } from '../support';
import { DeniedHelp, UnsupportedHelp } from './push-help';

type ThisBrowserProps = {
  /** The device that this browser is; undefined while it is none. */
  device: Endpoint | undefined;
  removing: boolean;
  onRemove: (device: Endpoint) => void;
};

/** Whether alerts come to this very browser, with the button that changes it. */
export function ThisBrowser({ device, removing, onRemove }: ThisBrowserProps) {
  const user = useSession((state) => state.user);
  const permission = usePermission();
  const turnOn = useTurnOn();
  const [upgrading, setUpgrading] = useState(false);
  const support = pushSupport();
  const isPro = user?.isPro ?? false;
  const needsPlan = hasCode(turnOn.error, 'PLAN_UPGRADE_REQUIRED');

  const start = () => {
    if (!user) return;
    if (!isPro) {
      setUpgrading(true);
      return;
    }
    turnOn.mutate(user._id, {
      onSuccess: () => showToast({ type: 'success', title: 'Alerts come to this browser now' }),
    });
  };

  return (
    <div className="grid gap-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 font-sans text-[0.9375rem] font-semibold tracking-normal">
            This browser
            {device && <Badge tone="good">On</Badge>}
            {!isPro && <Badge tone="signal">Pro</Badge>}
          </h3>
          {support === 'supported' ? (
            <p className="text-sm text-ink-faint">
              {device
                ? 'Alerts show up here while Harken is closed, until you sign out.'
                : 'Alerts show up here while Harken is closed. Your browser will ask whether it may.'}
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
          <Button look="secondary" size="sm" busy={removing} onClick={() => onRemove(device)}>
            Turn off
          </Button>
        )}
      </div>
      {support === 'supported' && permission === 'denied' && <DeniedHelp />}
      {isTold(turnOn.error) && !needsPlan && (
        <Alert tone="error" title="Alerts could not be turned on">
          {failureText(turnOn.error)}
        </Alert>
      )}
      <UpgradeDialog
        open={upgrading || needsPlan}
        onClose={() => {
          setUpgrading(false);
          turnOn.reset();
        }}
        message="Browser alerts are part of Pro. Upgrade to be told on your devices while Harken is closed."
      />
    </div>
  );
}

/** Blocked notifications have a text of their own, and a rate limit has the layout's toast. */
function isTold(error: Error | null): error is Error {
  if (error === null || error instanceof RateLimitedError) return false;
  return !(error instanceof PushFailure && error.reason === 'denied');
}
