import type { ReactNode } from 'react';

type HealthRowProps = { name: string; text: ReactNode; children: ReactNode };

/** One line of the health section: a name, a text, and a status or an action beside it. */
export function HealthRow({ name, text, children }: HealthRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-faint">{text}</p>
      </div>
      {children}
    </li>
  );
}
