import { Sparkles } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { showUpgrade } from '@/lib/upgrade';

/** What the page is about, for someone whose plan does not have it. */
export function ProNotice() {
  return (
    <Card>
      <EmptyState
        icon={Sparkles}
        title="Channels are part of Pro"
        text="Send matches to Slack, Discord, Telegram, ntfy or your own server, and read them in any feed reader. Email alerts and this website are part of the Free plan, too."
        action={<Button onClick={() => showUpgrade('channels')}>See what Pro includes</Button>}
      />
    </Card>
  );
}
