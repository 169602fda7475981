import { Check, Plus } from 'lucide-react';

type SourceChipProps = { name: string; on: boolean; onToggle: () => void };

/** A source of a keyword: a checkbox that looks like a chip. */
export function SourceChip({ name, on, onToggle }: SourceChipProps) {
  const Icon = on ? Check : Plus;
  return (
    <label className="relative inline-flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface py-1 pr-4 pl-3 text-sm font-semibold text-ink-soft transition-colors hover:text-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-text has-disabled:cursor-default has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <input
        type="checkbox"
        checked={on}
        onChange={onToggle}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
      />
      <Icon aria-hidden className="size-4 shrink-0" />
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </label>
  );
}
