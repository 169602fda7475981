import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A raised surface. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={clsx('rounded-card border border-line bg-surface shadow-card', className)}
      {...props}
    />
  );
}

type SectionCardProps = {
  title: string;
  action?: ReactNode;
  /** Keeps the height of three rows or of an empty state, so that loading content does not move what follows. */
  steady?: boolean;
  children: ReactNode;
};

/** A card as a section of the page, with a heading and an action beside it. */
export function SectionCard({ title, action, steady = false, children }: SectionCardProps) {
  return (
    <section
      aria-label={title}
      className={clsx(
        'flex flex-col rounded-card border border-line bg-surface shadow-card',
        steady && 'min-h-80',
      )}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-4">
        <h2 className="text-lg">{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
