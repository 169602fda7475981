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
        text="Find any match from the last 90 days by its words, and save the searches that you use often. The Free plan includes reading and exporting your notifications."
        action={<Button onClick={() => showUpgrade('search')}>See what Pro includes</Button>}
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
        text='All words must appear. Write "green tea" for a phrase, green OR black for either word, and -coffee to exclude a word.'
      />
    </Card>
  );
}
