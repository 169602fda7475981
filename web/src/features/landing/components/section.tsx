import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type SectionProps = {
  /** The fragment of links to it: `/#features`. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** Sets the colours of the section. */
  className?: string;
  children: ReactNode;
};

/** A section of the page with its heading; links move the focus to it. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={clsx('py-18 focus:outline-none sm:py-26', className)}
    >
      <div className="mx-auto w-full max-w-6xl px-5 sm:px-8">
        <header className="mb-12 max-w-2xl sm:mb-16">
          <h2 id={`${id}-title`} className="text-[min(2rem,11.5vw)] sm:text-[2.75rem]">
            {title}
          </h2>
          {lead && <p className="mt-4 text-lg text-current/80">{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}
