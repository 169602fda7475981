import { Search } from 'lucide-react';

import { ProNotice } from '@/components/pro-notice';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';

import { SearchExample } from './search-example';

/** Explains what a search can be with Pro. */
export const SearchNotice = () => (
  <ProNotice
    wanted="search"
    title="More than one word is part of Pro"
    text="With Pro, search for phrases and several words, filter by keyword, place, state and day, and save the searches that you use often."
    example={<SearchExample />}
    caption="A search for a phrase, without a word, with filters."
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
