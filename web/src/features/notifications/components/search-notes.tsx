import { Search, Sparkles } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { showUpgrade } from '@/lib/upgrade';

/** What the page is about, for someone whose plan does not have it. */
export function SearchNotice() {
  return (
    <Card>
      <EmptyState
        icon={Sparkles}
        title="Search is part of Pro"
        text="Find any match of the last 90 days by its words, and save what you look for often. Reading and exporting your notifications is yours on the Free plan too."
        action={<Button onClick={() => showUpgrade('search')}>See what Pro has</Button>}
      />
    </Card>
  );
}

/** What can be typed, as long as nothing is. */
export function SearchHelp() {
  return (
    <Card>
      <EmptyState
        icon={Search}
        title="What are you looking for?"
        text='All words must be there. "green tea" is a phrase, green OR black one of two, and -coffee leaves out what has it.'
      />
    </Card>
  );
}
