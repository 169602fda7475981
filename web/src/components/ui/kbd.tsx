import type { ReactNode } from 'react';

/** A key, or keys pressed together. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-md border border-b-2 border-line bg-sunken px-1.5 font-sans text-xs font-semibold whitespace-nowrap text-ink-soft">
      {children}
    </kbd>
  );
}
