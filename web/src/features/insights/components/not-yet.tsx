import { Hourglass } from 'lucide-react';

import type { InsightSections } from '@/api/types';

import { missingText } from '../missing-text';

type NotYetProps = { sections: InsightSections; names: readonly (keyof InsightSections)[] };

/** Lists what these sections still need and when they will have it. */
export function NotYet({ sections, names }: NotYetProps) {
  const texts = names.flatMap((name) => missingText(name, sections[name]) ?? []);
  if (texts.length === 0) return null;
  return (
    <ul aria-label="Not enough yet" className="mt-2.5 grid gap-1 text-sm text-ink-soft">
      {texts.map((text) => (
        <li key={text} className="flex gap-2">
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          {text}
        </li>
      ))}
    </ul>
  );
}
