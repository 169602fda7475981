import { type LucideIcon, Sparkles } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { showUpgrade, type Wanted } from '@/lib/upgrade';

type ProNoticeProps = { wanted: Wanted; title: string; text: string; icon?: LucideIcon };

/** Presents a page that the user's plan does not include. */
export function ProNotice({ wanted, title, text, icon = Sparkles }: ProNoticeProps) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={<Button onClick={() => showUpgrade(wanted)}>See what Pro includes</Button>}
      />
    </Card>
  );
}
