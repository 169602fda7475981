import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useSettled } from '@/lib/use-settled';

import { costText } from './cost-text';
import { readingCostQuery } from './reading-cost';

/** The pause in changes before the server is asked, in ms: the preview is asked earlier. */
const REST_MS = 900;

/** The maximum number of names that the server takes at once. */
const MAX_NAMES = 100;

type CostLineProps = {
  /** The valid subreddits that are new to the keyword. */
  added: readonly string[];
};

/** Shows what it takes to read the added subreddits. Reserves its space until that is known. */
export function CostLine({ added }: CostLineProps) {
  const typed = JSON.stringify(added.slice(0, MAX_NAMES));
  const asked = useSettled(typed, REST_MS);
  const { data } = useQuery({
    ...readingCostQuery(JSON.parse(asked) as string[]),
    placeholderData: keepPreviousData,
  });
  if (added.length === 0) return null;
  return (
    <p aria-live="polite" className="min-h-[3lh] text-xs text-ink-faint lg:min-h-[2lh]">
      {data && costText(data.added, data.cost)}
    </p>
  );
}
