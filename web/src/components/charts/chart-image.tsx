import type { ReactNode } from 'react';

/** A drawing that screen readers know by `text` alone. */
export function ChartImage({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={text}>
      <div aria-hidden>{children}</div>
    </div>
  );
}
