import { ChartColumn } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { showUpgrade } from '@/lib/upgrade';

/** What the page is about, for someone whose plan does not have it. */
export function AnalyticsNotice() {
  return (
    <Card>
      <EmptyState
        icon={ChartColumn}
        title="Analytics is part of Pro"
        text="See how often each keyword matches, where and when people write about it, and which alerts were worth opening, over up to 13 months."
        action={<Button onClick={() => showUpgrade('analytics')}>See what Pro includes</Button>}
      />
    </Card>
  );
}
