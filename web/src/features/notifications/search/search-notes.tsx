import { Search } from 'lucide-react';

import { ProNotice } from '@/components/pro-notice';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

/** Explains the page to a user whose plan does not include it. */
export const SearchNotice = () => (
  <ProNotice
    wanted="search"
    title="Search is part of Pro"
    text="Find any match from the last 90 days by its words, and save the searches that you use often. The Free plan includes reading and exporting your notifications."
  />
);

/** Explains what can be typed, while nothing is. */
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
