import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says plainly what of a screen is not there yet. */
export function ComingNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3.5 rounded-card border border-line bg-signal-soft px-5 py-4 text-signal-ink">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <h2 className="font-sans text-[0.9375rem] font-semibold tracking-normal">{title}</h2>
        <p className="text-sm">{children}</p>
      </div>
    </div>
  );
}
