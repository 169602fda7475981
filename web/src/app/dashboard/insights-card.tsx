import { Sparkles } from 'lucide-react';
import { useNavigate } from 'react-router';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { paths } from '@/config/paths';

export function InsightsCard() {
  const navigate = useNavigate();
  return (
    <Card className="@container flex flex-wrap items-center justify-between gap-4 p-5 sm:px-6">
      <div className="flex min-w-0 items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-signal-soft text-signal-ink @max-[12rem]:hidden">
          <Sparkles aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-2.5 text-lg">
            AI Insights <Badge tone="signal">NEW</Badge>
          </h2>
          <p className="text-ink-soft">See what people are saying about each of your keywords.</p>
        </div>
      </div>
      <Button variant="secondary" onClick={() => void navigate(paths.aiInsights)}>
        Generate Insights
      </Button>
    </Card>
  );
}
