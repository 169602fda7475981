import { Search } from 'lucide-react';

import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';

import { orders, states, type WatchView } from './watch-view';

type ViewFieldsProps = {
  view: WatchView;
  /** All existing tags. */
  tags: readonly string[];
  onChange: (changes: Partial<WatchView>) => void;
};

/** Edits the filters and the order of the list of keywords. */
export function ViewFields({ view, tags, onChange }: ViewFieldsProps) {
  // The tag in the address may no longer exist.
  const options = view.tag === '' || tags.includes(view.tag) ? tags : [view.tag, ...tags];
  return (
    <search className="grid flex-1 grid-cols-2 gap-2.5 @max-[12rem]:grid-cols-1 sm:flex sm:flex-wrap">
      <div className="relative col-span-full sm:min-w-48 sm:flex-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
        />
        <Input
          type="search"
          aria-label="Filter keywords"
          placeholder="Filter keywords"
          value={view.text}
          onChange={({ target }) => onChange({ text: target.value })}
          className="pl-10"
        />
      </div>
      <Select
        aria-label="State"
        value={view.state}
        onChange={({ target }) => onChange({ state: target.value as WatchView['state'] })}
        className="sm:w-auto"
      >
        {states.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {options.length > 0 && (
        <Select
          aria-label="Tag"
          value={view.tag}
          onChange={({ target }) => onChange({ tag: target.value })}
          className="sm:w-auto sm:max-w-44"
        >
          <option value="">All tags</option>
          {options.map((tag) => (
            <option key={tag} dir="auto">
              {tag}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label="Order"
        value={view.order}
        onChange={({ target }) => onChange({ order: target.value as WatchView['order'] })}
        // On phones the fourth field, which follows that of tags, has a row to itself.
        className="nth-4:col-span-full sm:w-auto"
      >
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </search>
  );
}
