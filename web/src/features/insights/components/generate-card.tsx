import { Sparkles } from 'lucide-react';

import type { InsightsRun } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';

import { useCancelRun } from '../use-cancel-run';
import { RunProgress } from './run-progress';

type GenerateCardProps = { run: InsightsRun | null; generating: boolean; onGenerate: () => void };

/** Starts an analysis and shows its progress. */
export function GenerateCard({ run, generating, onGenerate }: GenerateCardProps) {
  const { cancel, cancelling } = useCancelRun();
  return (
    <section aria-label="Generate Insights">
      <Card className="p-5">
        <h2 className="text-lg">Generate Insights</h2>
        <p className="mt-1 text-ink-soft">
          Harken analyses the latest matches of your keywords, one keyword at a time. It continues
          if you close this page.
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={generating} onClick={onGenerate}>
            {!generating && <Sparkles aria-hidden />}
            {generating ? 'Generating...' : 'Generate Insights'}
          </Button>
          {run && (
            <Button variant="secondary" busy={cancelling} onClick={() => cancel(run._id)}>
              Cancel
            </Button>
          )}
        </div>
        {run && <RunProgress run={run} />}
      </Card>
    </section>
  );
}
