import { Laptop, Smartphone } from 'lucide-react';

import type { Endpoint } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { TestResult } from '@/entities/endpoint/test-result';
import { dateText } from '@/lib/dates';
import { errorText, RateLimitedError } from '@/lib/http/api-error';
import { needsUpgrade, showPlanLimit } from '@/lib/upgrade';

import { useResumeDevice, useTestDevice } from '../api/devices';
import { deviceStatus } from '../device-status';

type DeviceRowProps = {
  device: Endpoint;
  /** Whether it is this browser. */
  isHere: boolean;
  removing: boolean;
  onRemove: () => void;
};

export function DeviceRow({ device, isHere, removing, onRemove }: DeviceRowProps) {
  const { name, status, createdAt, lastError } = device;
  const test = useTestDevice();
  const resume = useResumeDevice();
  const failure = test.error ?? resume.error;
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Laptop;
  const since = dateText(createdAt);
  const onError = (error: Error) => void showPlanLimit(error, 'browser-alerts');
  const { text, since: stateSince } = deviceStatus(device);
  const trouble = status === 'failing' || status === 'paused';
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 font-semibold">
            {name}
            {isHere && <Badge tone="good">This device</Badge>}
            {trouble && <Badge tone="bad">{status === 'paused' ? 'Paused' : 'Failing'}</Badge>}
          </p>
          <p className="text-sm text-ink-faint">
            {text} {stateSince && <Age time={stateSince} form="within" />}
            {` • Added ${since}`}
          </p>
        </div>
        <div className="-mr-2 flex flex-wrap gap-1 max-sm:-ml-3 max-sm:w-full">
          {status === 'paused' ? (
            <Button
              variant="ghost"
              size="sm"
              busy={resume.isPending}
              aria-label={`Resume ${name}`}
              onClick={() => resume.mutate(device, { onError })}
            >
              Resume
            </Button>
          ) : (
            <Button
              variant="ghost"
              size="sm"
              busy={test.isPending}
              aria-label={`Send test to ${name}`}
              onClick={() => test.mutate(device, { onError })}
            >
              Send test
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            busy={removing}
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </div>
      {trouble && lastError && <p className="text-sm break-words text-bad sm:pl-14">{lastError}</p>}
      {failure && !(failure instanceof RateLimitedError) && !needsUpgrade(failure) && (
        <Alert tone="error" error={failure}>
          {errorText(failure, 'Harken could not be reached. Please try again.')}
        </Alert>
      )}
      {test.data && (
        <TestResult
          result={test.data}
          arrived="The push service accepted it"
          hint="If nothing shows up, check that your system lets the browser show notifications."
        />
      )}
    </li>
  );
}
