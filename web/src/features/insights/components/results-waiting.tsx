import { Card } from '@/components/ui/card';
import { RowSkeletons } from '@/components/ui/skeleton';

/** A placeholder for results that are loading. */
export function ResultsWaiting() {
  return (
    <Card>
      <RowSkeletons label="Loading your latest insights" rows={3} />
    </Card>
  );
}
