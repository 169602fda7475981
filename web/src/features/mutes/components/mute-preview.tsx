import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';

import type { MuteInput } from '@/api/types';
import { Switch } from '@/components/ui/switch';
import { mutePreviewQuery } from '@/lib/mutes';

import { useSettled } from '../use-settled';
import { countText } from '../use-unmute';

/** How long typing must rest before the server is asked, in ms. */
const REST_MS = 300;

type MutePreviewProps = {
  input: MuteInput;
  cleanUp: boolean;
  onCleanUp: (cleanUp: boolean) => void;
};

/** How many notifications the mute would have caught, which can be removed with it. */
export function MutePreview({ input, cleanUp, onCleanUp }: MutePreviewProps) {
  const id = useId();
  const { kind, value = '', watchId, forDays } = input;
  // The same object for the same mute: a new one would begin to settle anew.
  const asked = useMemo(
    () => ({ kind, value, watchId, forDays, cleanUp: true }),
    [kind, value, watchId, forDays],
  );
  const settled = useSettled(asked, REST_MS);
  const { data: count } = useQuery({
    ...mutePreviewQuery(settled),
    enabled: settled.value !== '',
  });
  const known = settled === asked && value !== '' ? count : undefined;

  return (
    <div className="min-h-16 rounded-control bg-sunken px-4 py-3">
      <p role="status" className="text-sm text-ink-soft">
        {known === undefined && 'Here stands what it would have caught so far.'}
        {known === 0 && 'None of your notifications would have been caught.'}
        {known ? `It would have caught ${countText(known)}.` : null}
      </p>
      {known ? (
        <div className="mt-2 flex items-center justify-between gap-4">
          <label htmlFor={id} className="text-sm font-semibold">
            Also clean up {countText(known)}
          </label>
          <Switch id={id} checked={cleanUp} onCheckedChange={onCleanUp} />
        </div>
      ) : null}
    </div>
  );
}
