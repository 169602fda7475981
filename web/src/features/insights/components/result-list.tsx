import type { InsightsResult } from '@/api/types';
import { useSession } from '@/lib/http/session';

import { momentText } from '../dates';
import { usePaperTheme } from '../use-paper-theme';
import { KeywordResult } from './keyword-result';
import { ResultActions } from './result-actions';
import { ShareOfVoice } from './share-of-voice';

type ResultListProps = {
  result: InsightsResult;
  /** Whether the result is stored, in this browser or on the server. */
  clearable: boolean;
};

/** Shows all results of an analysis: first the keywords compared, then each of them. */
export default function ResultList({ result, clearable }: ResultListProps) {
  usePaperTheme();
  const { generatedAt, keywordInsights } = result;
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const voices = keywordInsights[0]?.insights.shareOfVoice ?? [];
  return (
    <section aria-labelledby="results-title" className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="results-title" className="text-xl">
            Results
          </h2>
          <p className="text-sm text-ink-faint">{`Generated ${momentText(generatedAt, timeZone)}`}</p>
        </div>
        <ResultActions result={result} clearable={clearable} />
      </header>
      {voices.length > 1 && <ShareOfVoice voices={voices} />}
      {keywordInsights.map((one, at) => (
        <KeywordResult key={`${at} ${one.keyword}`} result={one} />
      ))}
    </section>
  );
}
