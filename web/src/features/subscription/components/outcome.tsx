import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { Card } from '@/components/ui/card';

type OutcomeProps = {
  title: string;
  icon: LucideIcon;
  /** The icon's classes, for its colours. */
  iconClassName: string;
  children: ReactNode;
  actions: ReactNode;
  note: ReactNode;
  /** Set if it replaces other content: the focus moves to its heading, which is then announced. */
  follows?: boolean;
};

/** The outcome of a visit to the payment page, with links to continue. */
export function Outcome({
  title,
  icon: Icon,
  iconClassName,
  follows = false,
  ...parts
}: OutcomeProps) {
  const { children, actions, note } = parts;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (follows) heading.current?.focus();
  }, [follows]);
  return (
    <Card className="mx-auto mt-4 flex max-w-xl flex-col items-center px-6 py-12 text-center sm:mt-12 sm:px-12">
      <title>{`${title} · Harken`}</title>
      <span className={`grid size-16 place-items-center rounded-full ${iconClassName}`}>
        <Icon aria-hidden className="size-8" />
      </span>
      <h1
        ref={heading}
        tabIndex={follows ? -1 : undefined}
        className="mt-6 text-3xl focus:outline-none"
      >
        {title}
      </h1>
      <div className="mt-3 grid gap-2 text-ink-soft">{children}</div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
      <p className="mt-8 text-sm text-ink-faint">{note}</p>
    </Card>
  );
}
