import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { numberText } from '@/lib/number';

import { statusQuery } from '../api/status';
import { type Concern, concernsOf } from '../concerns';

const SHOWN = 3;

/** Lists what keeps alerts from arriving; nothing if all is well. */
export function StatusCard() {
  const { data } = useQuery(statusQuery);
  const [all, setAll] = useState(false);
  const concerns = data ? concernsOf(data) : [];
  if (concerns.length === 0) return null;
  const shown = all ? concerns : concerns.slice(0, SHOWN);
  return (
    <SectionCard
      title="Needs attention"
      action={
        concerns.length > SHOWN && (
          <Button variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${numberText(concerns.length)}`}
          </Button>
        )
      }
    >
      <ul className="@container divide-y divide-line">
        {shown.map((concern) => (
          <Row key={concern.key} concern={concern} />
        ))}
      </ul>
    </SectionCard>
  );
}

function Row({ concern: { icon: Icon, title, text, links } }: { concern: Concern }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-warn-soft text-warn">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{title}</p>
        <p className="text-sm break-words text-ink-faint">{text}</p>
      </div>
      {links.length > 0 && (
        <div className="flex flex-wrap gap-2 max-sm:@min-[14rem]:ml-14">
          {links.map(({ label, to }) => (
            <Button key={to} asChild variant="secondary" size="sm">
              <Link to={to} aria-label={`${label}: ${title}`}>
                {label}
              </Link>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
