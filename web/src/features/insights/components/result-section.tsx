import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

type ResultSectionProps = { title: string; children: ReactNode };

/** A collapsible part of a result: open at first, and always in print. */
export function ResultSection({ title, children }: ResultSectionProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <div className="border-t border-line">
      <h3 className="font-sans text-base tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center justify-between gap-3 px-5 py-2 text-left font-semibold -outline-offset-2 transition-colors hover:bg-sunken"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={`size-5 shrink-0 text-ink-faint transition-transform print:hidden ${open ? '' : '-rotate-90'}`}
          />
        </button>
      </h3>
      <div id={id} className={`px-5 pt-1 pb-3 ${open ? '' : 'hidden print:block'}`}>
        {children}
      </div>
    </div>
  );
}
