import { sections } from '../sections';

/** Links to the sections, beside them on wide screens. */
export function SectionNav() {
  return (
    <nav aria-label="Settings sections" className="sticky top-28 hidden self-start xl:block">
      <ul className="grid gap-0.5 border-l border-line">
        {Object.entries(sections).map(([id, { title, icon: Icon }]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex items-center gap-2.5 border-l-2 border-transparent py-2 pl-4 text-sm font-medium text-ink-soft hover:border-brand hover:text-ink"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
