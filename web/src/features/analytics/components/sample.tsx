import { Alert } from '@/components/ui/alert';
import { useSession } from '@/lib/http/session';

import { sampleAnalytics } from '../sample';
import { todayIn, viewOf } from '../view';
import { AnalyticsBody } from './analytics-body';
import { DaysChart } from './days-chart';
import { Totals } from './totals';

/** Shows what the page will look like, with sample data. */
export const Sample = () => (
  <>
    <Alert title="Sample data">
      The charts below are made up. They show what this page looks like once your keywords have
      matches.
    </Alert>
    {/* Nothing in it can be opened, saved or read aloud. */}
    <div inert data-sample className="grid grid-cols-1 gap-6">
      <SampleCharts />
    </div>
  </>
);

/** The charts of the page with sample data. */
function SampleCharts() {
  const { analytics, today } = useSample();
  return (
    <AnalyticsBody analytics={analytics} view={viewOf(new URLSearchParams(), today)} isSample />
  );
}

/** The sums and days of the sample, as an example of the page. */
export function SampleDays() {
  const { analytics } = useSample();
  return (
    <>
      <Totals analytics={analytics} />
      <DaysChart analytics={analytics} fileName="" />
    </>
  );
}

function useSample() {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const today = todayIn(timeZone);
  return { today, analytics: sampleAnalytics(today, timeZone) };
}
