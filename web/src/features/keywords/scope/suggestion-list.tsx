import { clsx } from 'clsx';

import type { SubredditSuggestion } from '@/lib/matcher/matcher';

type SuggestionListProps = {
  id: string;
  suggestions: readonly SubredditSuggestion[];
  /** The index of the option that the arrow keys are on. */
  active: number;
  onChoose: (name: string) => void;
};

/** The options below a box, which keeps the focus. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Subreddit suggestions"
      className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-60 animate-fade overflow-y-auto rounded-control border border-line bg-surface p-1.5 shadow-float"
    >
      {suggestions.map(({ name, popular }, index) => (
        <li
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: 'nearest' });
          }}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className={clsx(
            'flex cursor-pointer items-baseline justify-between gap-3 rounded-lg px-3 py-2 text-sm font-medium',
            index === active ? 'bg-brand-soft text-brand-text' : 'hover:bg-sunken',
          )}
        >
          <span className="truncate">r/{name}</span>
          {popular && <span className="text-xs text-ink-faint">(popular)</span>}
        </li>
      ))}
    </ul>
  );
}
