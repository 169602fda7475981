import { type LucideIcon, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { showUpgrade, type Wanted } from '@/lib/upgrade';

type ProNoticeProps = {
  wanted: Wanted;
  title: string;
  text: string;
  icon?: LucideIcon;
  /** What the page shows with Pro, by its own components and with made-up data. */
  example: ReactNode;
  /** Describes the example. */
  caption: string;
};

/** Presents a page that the user's plan does not include, with an example of it. */
export function ProNotice({ wanted, title, text, icon = Sparkles, ...props }: ProNoticeProps) {
  return (
    <Card className="overflow-hidden">
      <EmptyState
        icon={icon}
        title={title}
        text={text}
        action={<Button onClick={() => showUpgrade(wanted)}>See what Pro includes</Button>}
      />
      <figure className="border-t border-line bg-sunken px-5 py-5">
        <figcaption className="flex flex-wrap items-center gap-2.5 text-sm text-ink-soft">
          <Badge>Example</Badge>
          {props.caption}
        </figcaption>
        {/* A picture: nothing in it can be pressed. */}
        <div inert aria-hidden className="mt-4 grid grid-cols-1 gap-4 select-none">
          {props.example}
        </div>
      </figure>
    </Card>
  );
}
