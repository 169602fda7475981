import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { InsightsResult, InsightsUsage } from '@/api/types';
import { Button } from '@/components/ui/button';
import { QueryList } from '@/components/ui/query-list';
import { useSession } from '@/lib/http/session';

import { demoQuery } from '../api/latest';
import { momentText } from '../dates';
import { limitText } from '../limit';

type DemoModeProps = {
  usage: InsightsUsage;
  /** The user's own latest result, if any. */
  own: InsightsResult | null;
  /** Whether that result is new; then it is shown instead of samples. */
  isNew: boolean;
  children: (result: InsightsResult) => ReactNode;
};

/** Shows sample data while no analysis is left today, or the user's own result on request. */
export function DemoMode({ usage, own, isNew, children }: DemoModeProps) {
  const [asked, setAsked] = useState(isNew);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const shownOwn = asked ? own : null;
  const demo = useQuery({ ...demoQuery, enabled: !shownOwn });
  const limit = limitText(usage.dailyLimit);
  const text = shownOwn
    ? `${limit}. These are your own latest insights.`
    : `${limit} and are in demo mode with sample data.`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-warn-soft px-4 py-3 text-sm font-medium text-warn print:hidden">
        <TriangleAlert aria-hidden className="size-4.5 shrink-0" />
        <p role="status" className="min-w-0 flex-1 basis-64">
          {`${text} The limit resets ${momentText(usage.resetTime, timeZone)}.`}
        </p>
        {own && (
          <Button variant="link" onClick={() => setAsked(!shownOwn)}>
            {shownOwn ? 'Show sample data' : 'Show your own insights'}
          </Button>
        )}
      </div>
      {shownOwn ? (
        children(shownOwn)
      ) : (
        <QueryList
          query={demo}
          what="the sample data"
          card
          label="Loading your latest insights"
          rows={3}
        >
          {children}
        </QueryList>
      )}
    </>
  );
}
