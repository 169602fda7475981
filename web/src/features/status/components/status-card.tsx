import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { exactAge } from '@/lib/exact-age';

import { statusQuery } from '../api/status';
import { type Concern, type ConcernGroup, groupsOf } from '../concerns';

/** Lists what keeps alerts from arriving, in one line for each kind; nothing if all is well. */
export function StatusCard() {
  const { data } = useQuery(statusQuery);
  usePlaceLabel(data?.unreadableSites.map(({ place }) => place) ?? []);
  const groups = data ? groupsOf(data) : [];
  if (groups.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {groups.map((group) => (
          <li key={group.concerns[0].key}>
            <Row group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ group: { title, concerns } }: { group: ConcernGroup }) {
  const [{ icon: Icon }] = concerns;
  const isAlone = concerns.length === 1;
  return (
    <details className="group">
      <summary className="flex list-none items-center gap-3 rounded-card px-4 py-2.5 sm:px-5 [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden className="size-4.5 shrink-0 text-warn" />
        <span className="min-w-0 flex-1 font-semibold break-words">{title}</span>
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="@container max-h-96 divide-y divide-line overflow-y-auto border-t border-line">
        {concerns.map((concern) => (
          <Explanation key={concern.key} concern={concern} isAlone={isAlone} />
        ))}
      </ul>
    </details>
  );
}

type ExplanationProps = {
  concern: Concern;
  /** Whether the line above has its title already. */
  isAlone: boolean;
};

function Explanation({ concern: { title, text, since, links }, isAlone }: ExplanationProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        {!isAlone && <p className="font-semibold break-words">{title}</p>}
        <p
          title={since ? exactAge(since) : undefined}
          className="text-sm break-words text-ink-faint"
        >
          {text}
        </p>
      </div>
      {links.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {links.map(({ label, to }) => (
            <ButtonLink
              key={to}
              variant="secondary"
              size="sm"
              to={to}
              aria-label={`${label}: ${title}`}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </li>
  );
}
