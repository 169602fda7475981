import { Card } from '@/components/ui/card';
import { RowSkeletons } from '@/components/ui/skeleton';

/** In the place of results that are on their way. */
export function ResultsWaiting() {
  return (
    <Card>
      <RowSkeletons label="Loading your latest insights" rows={3} />
    </Card>
  );
}
