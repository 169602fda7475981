import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldProps = {
  summary: ReactNode;
  /** Shows the summary as plain text, which is printed too. */
  quiet?: boolean;
  children: ReactNode;
};

/** Details that few readers want, such as where numbers come from. Closed at first. */
export function Fold({ summary, quiet = false, children }: FoldProps) {
  return (
    <details className="group/fold mt-1.5 text-sm">
      <summary
        className={clsx(
          'inline-flex max-w-full list-none items-start gap-1 rounded-md py-0.5 underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden',
          quiet ? 'text-ink-soft' : 'font-semibold text-brand-text print:hidden',
        )}
      >
        <ChevronRight
          aria-hidden
          className="mt-0.5 size-4 shrink-0 transition-transform group-open/fold:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-1 grid gap-2 border-l-2 border-line pb-1 pl-3">{children}</div>
    </details>
  );
}
