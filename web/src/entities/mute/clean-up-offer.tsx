import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { MuteInput } from '@/api/types';
import { counted } from '@/lib/number';
import { useSettled } from '@/lib/use-settled';

import { mutePreviewQuery } from './mutes';

/** The pause in typing after which the server is asked, in ms. */
const REST_MS = 300;

type CleanUpOfferProps = {
  /** Null while the fields are incomplete. */
  inputs: readonly MuteInput[] | null;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Offers to delete what the mute would have blocked, and shows how many notifications that is. */
export function CleanUpOffer({ inputs, checked, onChange }: CleanUpOfferProps) {
  // Not counted for several mutes, as each would take a call.
  const isSeveral = inputs !== null && inputs.length > 1;
  const input = isSeveral ? null : (inputs?.[0] ?? null);
  // The count does not depend on `cleanUp`.
  const asked = useSettled(input && JSON.stringify({ ...input, cleanUp: false }), REST_MS);
  const { data: count } = useQuery({
    ...mutePreviewQuery(JSON.parse(asked ?? 'null') as MuteInput),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const known = input && count !== undefined;
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={checked && (isSeveral || count !== 0)}
          disabled={known === true && count === 0}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-0.5 size-4.5 shrink-0 tick"
        />
        <span>Also delete notifications that this would have muted</span>
      </label>
      <p role="status" className="mt-0.5 min-h-5 pl-7.5 text-sm text-ink-faint">
        {isSeveral ? UNDO : known && countText(count)}
      </p>
    </div>
  );
}

const UNDO = 'You can undo this for a moment.';

function countText(count: number): string {
  if (count === 0) return 'There are none.';
  return `${counted(count, 'notification')}. ${UNDO}`;
}
