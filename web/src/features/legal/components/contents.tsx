import { Link } from 'react-router';

import { useHashTarget } from '@/lib/hash-target';

/** Links to the sections, beside the text on wide screens. */
export function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  useHashTarget();
  return (
    <nav aria-label="On this page" className="hidden lg:block">
      <ul className="sticky top-[calc(var(--frame-top)+2rem)] grid gap-0.5 border-l border-line text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              className="-ml-px block border-l border-transparent py-1.5 pl-4 font-medium text-ink-faint hover:border-brand hover:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
