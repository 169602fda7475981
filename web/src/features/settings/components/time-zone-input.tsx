import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';

import { Input } from '@/components/ui/input';
import { usePopup } from '@/components/ui/use-popup';

import { allZones, findZones, zoneLabel } from '../time-zones';

type TimeZoneInputProps = {
  value: string;
  onChange: (zone: string) => void;
};

/** A combobox that is searched by typing; text that is not chosen is discarded. */
export function TimeZoneInput({ value, onChange }: TimeZoneInputProps) {
  const listId = useId();
  const [zones] = useState(allZones);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const popup = usePopup(() => setTyped(null));
  const found = findZones(zones, typed ?? '');
  const activeZone = popup.shown ? found[active] : undefined;

  const choose = (zone: string) => {
    onChange(zone);
    setTyped(null);
    popup.hide();
  };
  const open = () => {
    if (popup.shown) return;
    setActive(Math.max(0, zones.indexOf(value)));
    popup.show();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!popup.shown) open();
      else if (found.length > 0) {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive((active + step + found.length) % found.length);
      }
    } else if (event.key === 'Enter' && popup.shown) {
      // Chooses the zone instead of submitting the form.
      event.preventDefault();
      if (activeZone) choose(activeZone);
    }
  };

  return (
    <div>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint"
        />
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={popup.shown}
          aria-controls={listId}
          aria-activedescendant={activeZone && `${listId}-${activeZone}`}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? zoneLabel(value)}
          onFocus={(event) => {
            event.target.select();
            open();
          }}
          onClick={open}
          onBlur={popup.hideSoon}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
            popup.show();
          }}
          onKeyDown={onKeyDown}
          className="pl-10"
        />
      </div>
      {popup.shown && (
        <ul
          id={listId}
          role="listbox"
          aria-label="Time zones"
          className="mt-1.5 max-h-52 animate-fade overflow-y-auto rounded-control border border-line bg-surface p-1.5 shadow-float"
        >
          {found.length === 0 && (
            <li className="px-3 py-2 text-sm text-ink-faint">No matching time zones.</li>
          )}
          {found.map((zone, index) => (
            <li
              key={zone}
              id={`${listId}-${zone}`}
              role="option"
              aria-selected={zone === value}
              ref={(row) => {
                if (index === active) row?.scrollIntoView({ block: 'nearest' });
              }}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(zone)}
              className={clsx(
                'cursor-pointer rounded-lg px-3 py-1.5 text-sm font-medium',
                index === active ? 'bg-brand-soft text-brand-text' : 'hover:bg-sunken',
              )}
            >
              {zoneLabel(zone)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
