import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

type DetailsProps = {
  summary: string;
  aside?: ReactNode;
  /** Opens it when this becomes true; only the user closes it. */
  unfold?: boolean;
  children: ReactNode;
};

/** A collapsible part of a form that most people need not open. */
export function Details({ summary, aside, unfold = false, children }: DetailsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (unfold && details.current) details.current.open = true;
  }, [unfold]);
  return (
    <details ref={details} className="group rounded-control border border-line">
      <summary className="flex list-none items-center gap-2.5 rounded-control px-4 py-3 text-sm font-semibold @max-[13rem]:px-2 [&::-webkit-details-marker]:hidden">
        {summary}
        {aside}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 text-ink-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line px-4 py-4 @max-[13rem]:px-1">{children}</div>
    </details>
  );
}
