import { useInfiniteQuery } from '@tanstack/react-query';
import { CaseLower, Copy, type LucideIcon, SearchX, TextSearch, Waves } from 'lucide-react';
import { useState } from 'react';

import type { LintCode, WatchLint } from '@/api/types';
import { Button } from '@/components/ui/button';
import { allWatchesQuery } from '@/entities/watch/list-watches';
import { excerpt } from '@/lib/highlight';
import { numberText } from '@/lib/number';

const icons: Record<LintCode, LucideIcon> = {
  neverMatches: SearchX,
  lowerCaseOperator: CaseLower,
  insideCommonWords: TextSearch,
  matchesMuch: Waves,
  sameAs: Copy,
};

/** The number of lints shown at first, the most severe ones. */
const FEW = 3;
/** The number of characters of the keyword quoted around the marked part. */
const QUOTE = 60;

type WatchLintsProps = {
  lints: readonly WatchLint[];
  /** The keyword that the lints belong to. */
  keyword: string;
  /** Opens another watch in place of this one, where that is possible. */
  onOpen?: (watchId: string) => void;
};

/** Shows remarks on the watch in the form. They do not prevent saving it. */
export function WatchLints({ lints, keyword, onOpen }: WatchLintsProps) {
  const [all, setAll] = useState(false);
  const others = useInfiniteQuery(allWatchesQuery).data?.pages.flatMap(({ watches }) => watches);
  return (
    <ul aria-label="Remarks" className="grid gap-2 bg-warn-soft px-4 py-3 text-sm">
      {lints.slice(0, all ? undefined : FEW).map(({ code, text, part, watchId }) => {
        const Icon = icons[code];
        const other = others?.find(({ _id }) => _id === watchId);
        return (
          <li key={code + text} className="flex gap-2.5">
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
            <div className="min-w-0">
              <p>{text}</p>
              {part && (
                <q dir="auto" className="text-ink-soft">
                  {excerpt(keyword, [part], QUOTE).map(({ text, hit }, index) =>
                    hit ? <mark key={index}>{text}</mark> : text,
                  )}
                </q>
              )}
              {other && onOpen && (
                <Button
                  variant="link"
                  onClick={() => onOpen(other._id)}
                  className="max-w-full text-sm"
                >
                  <span className="truncate">
                    Open “<bdi>{other.keyword}</bdi>”
                  </span>
                </Button>
              )}
            </div>
          </li>
        );
      })}
      {!all && lints.length > FEW && (
        <li>
          <Button variant="link" onClick={() => setAll(true)} className="text-sm">
            {`Show ${numberText(lints.length - FEW)} more`}
          </Button>
        </li>
      )}
    </ul>
  );
}
