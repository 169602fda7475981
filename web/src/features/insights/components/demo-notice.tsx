import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';

import { useSession } from '@/lib/http/session';

import { aiUsageQuery } from '../api/ai-usage';
import { momentText } from '../dates';

/** Says that the day's analyses are used up, and until when. */
export function DemoNotice() {
  const { data } = useQuery(aiUsageQuery);
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  if (!data || data.remainingCalls > 0) return null;
  return (
    <div
      role="status"
      className="flex gap-3 rounded-control bg-warn-soft px-4 py-3 text-sm font-medium text-warn print:hidden"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <p>
        {`You have reached your daily limit of ${data.dailyLimit} AI insights and are in demo mode with sample data. The limit resets ${momentText(data.resetTime, timeZone)}.`}
      </p>
    </div>
  );
}
