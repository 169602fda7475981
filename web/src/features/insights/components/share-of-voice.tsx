import type { InsightVoice } from '@/api/types';
import { BarChart } from '@/components/charts/bar-chart';
import { SectionCard } from '@/components/ui/card';
import { numberText, percent } from '@/lib/number';

import { barsText } from '../chart-texts';
import { partText, twoDecimals, whole } from '../numbers';

const MAX_KEYWORDS = 8;
/** The analyser's bound for shares: of fewer discussions they would look too precise. */
const SMALL = 20;

/** Compares the keywords by their share of all discussions. */
export function ShareOfVoice({ voices }: { voices: readonly InsightVoice[] }) {
  const all = voices.reduce((sum, { count }) => sum + count, 0);
  const bars = [...voices]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_KEYWORDS)
    .map(({ keyword, count, share, average }) => ({
      name: keyword,
      value: count,
      label: partText(count, all, share, all < SMALL),
      cells: [whole(count), percent(share), twoDecimals(average)],
    }));
  return (
    <SectionCard title="Keywords compared">
      <div className="px-5 py-5">
        <BarChart
          title="Share of voice"
          summary={barsText('Share of voice', bars)}
          head={['Keyword', 'Discussions', 'Share', 'Sentiment (-1 to 1)']}
          bars={bars}
        />
        {voices.length > MAX_KEYWORDS && (
          <p className="mt-3 text-xs text-ink-faint">
            {`The ${numberText(MAX_KEYWORDS)} keywords with the most discussions, of ${numberText(voices.length)}.`}
          </p>
        )}
      </div>
    </SectionCard>
  );
}
