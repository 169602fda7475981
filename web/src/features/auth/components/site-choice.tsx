import { useId } from 'react';

import { placeLabel } from '@/lib/places';

import { siteNote } from '../site-notes';

type SiteChoiceProps = { place: string; checked: boolean; onChange: (checked: boolean) => void };

/** A checkbox for a site, with what reading it means for the server. */
export function SiteChoice({ place, checked, onChange }: SiteChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 rounded-card border border-line bg-surface p-4">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-1 size-4 accent-brand"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold text-ink">
          {placeLabel(place)}
        </label>
        <p id={`${id}-note`} className="text-sm text-ink-soft">
          {siteNote(place)} No account or key is needed.
        </p>
      </div>
    </div>
  );
}
