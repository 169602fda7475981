import { Search } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';

import type { MatchFilters } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useOfferedSites } from '@/entities/site/offered-sites';
import { placeOf, placeTyped } from '@/lib/places';

import { filtersOf, isForAll } from './search-filters';

type SearchFormProps = {
  /** The initial values of the fields. */
  filters: MatchFilters;
  /** Whether the box of the words takes the focus. */
  focused: boolean;
  /** Without Pro, one word can be searched for. */
  isPro: boolean;
  onSearch: (filters: MatchFilters) => void;
};

const choices = {
  status: { unread: 'Unread', read: 'Read', archived: 'Archived', starred: 'Starred' },
  kind: { post: 'Posts', comment: 'Comments' },
};

export function SearchForm({ filters, focused, isPro, onSearch }: SearchFormProps) {
  const [wordProblem, setWordProblem] = useState<string>();
  const [dayProblem, setDayProblem] = useState<string>();
  const hasSites = useOfferedSites().length > 0;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    const wanted = filtersOf(new URLSearchParams(typed));
    if (!isPro && wanted.q && !isForAll(wanted)) {
      setWordProblem('Search for one word. Several are part of Pro.');
      return;
    }
    if (wanted.subreddit) wanted.subreddit = placeOf(wanted.subreddit);
    const isBackwards = wanted.from && wanted.until && wanted.until < wanted.from;
    setDayProblem(isBackwards ? 'The last day is before the first.' : undefined);
    if (!isBackwards) onSearch(wanted);
  };
  return (
    <Card className="@container p-5">
      <form role="search" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-40">
            <Field label={isPro ? 'Words' : 'Word'} error={wordProblem}>
              <Input
                name="q"
                type="search"
                autoFocus={focused}
                defaultValue={filters.q}
                maxLength={300}
                autoComplete="off"
                placeholder={isPro ? '"green tea" -coffee' : 'tea'}
                onChange={() => setWordProblem(undefined)}
              />
            </Field>
          </div>
          <Button type="submit">
            <Search aria-hidden />
            Search
          </Button>
        </div>
        {isPro && (
          <div className="grid grid-cols-2 items-start gap-4 @max-[15rem]:grid-cols-1 lg:grid-cols-3">
            <Field label="Keyword">
              <Input name="keyword" defaultValue={filters.keyword} maxLength={1000} />
            </Field>
            <Field label={hasSites ? 'Subreddit or site' : 'Subreddit'}>
              <Input
                name="subreddit"
                defaultValue={filters.subreddit && placeTyped(filters.subreddit)}
                maxLength={200}
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
            <Choice
              name="status"
              label="State"
              chosen={filters.starred ? 'starred' : filters.status}
            />
            <Choice name="kind" label="Kind" chosen={filters.kind} />
            <div className="max-sm:col-span-full">
              <Field label="From">
                <DateInput name="from" type="date" empty="Any day" defaultValue={filters.from} />
              </Field>
            </div>
            <div className="max-sm:col-span-full">
              <Field label="Until" error={dayProblem}>
                <DateInput name="until" type="date" empty="Any day" defaultValue={filters.until} />
              </Field>
            </div>
          </div>
        )}
      </form>
    </Card>
  );
}

type ChoiceProps = { name: keyof typeof choices; label: string; chosen?: string };

function Choice({ name, label, chosen = '' }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select name={name} defaultValue={chosen}>
        <option value="">All</option>
        {Object.entries(choices[name]).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}
