import { useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, Plus, Rss } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { Watch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { allWatchesQuery } from '@/entities/watch/list-watches';
import { counted, numberText } from '@/lib/number';

import { WatchDialog } from '../form/watch-dialog';
import { startOf, type WatchStart } from '../form/watch-start';
import { ImportDialog } from '../import/import-dialog';
import { useTrends } from './activity';
import { FirstKeyword } from './first-keyword';
import { WatchList } from './watch-list';

/** The watch being edited, or a new one with optional initial values. */
type Editing = { watch?: Watch; start?: WatchStart } | null;

export default function KeywordsPage() {
  const list = useInfiniteQuery(allWatchesQuery);
  const [chosen, setEditing] = useState<Editing>(null);
  const [importing, setImporting] = useState(false);
  const readsFeeds = useReadsFeeds();
  const [params, setParams] = useSearchParams();
  const newest = list.data?.pages.at(-1);
  const watches = list.data?.pages.flatMap((page) => page.watches);

  // The command palette leads here with `?add`, `?import` or `?watch=`, a search with
  // `?add=&keyword=…`.
  const watch = watches?.find(({ _id }) => _id === params.get('watch'));
  const editing = chosen ?? (params.has('add') ? { start: startOf(params) } : watch && { watch });
  const close = useCallback(() => {
    setEditing(null);
    setImporting(false);
    setParams(withoutDialog, { replace: true });
  }, [setParams]);
  const trends = useTrends(list.data?.pages.length ?? 0, newest?.total ?? 0);

  return (
    <div className="grid grid-cols-1 gap-6">
      <title>Keyword Watches · Harken</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl">Keyword Watches</h1>
          <p className="mt-1.5 min-h-6 text-ink-soft">{newest && countText(newest)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {readsFeeds && (
            <Button asChild variant="secondary">
              <Link to={paths.feeds}>
                <Rss aria-hidden />
                Feeds
              </Link>
            </Button>
          )}
          <Button variant="secondary" onClick={() => setImporting(true)}>
            <FileUp aria-hidden />
            Import
          </Button>
          <Button onClick={() => setEditing({})}>
            <Plus aria-hidden />
            Add Keyword
          </Button>
        </div>
      </header>
      <QueryList
        query={list}
        entries={watches}
        what="your keywords"
        card
        label="Loading keywords"
        rows={3}
        empty={<FirstKeyword onTry={({ keyword }) => setEditing({ start: { keyword } })} />}
      >
        {(all) => (
          <WatchList
            watches={all}
            total={newest?.total ?? 0}
            trends={trends}
            onEdit={(watch) => setEditing({ watch })}
          />
        )}
      </QueryList>
      {list.hasNextPage && (
        <Button
          variant="secondary"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="mx-auto"
        >
          Show more
        </Button>
      )}
      {editing && <WatchDialog {...editing} onClose={close} />}
      {(importing || params.has('import')) && <ImportDialog onClose={close} />}
    </div>
  );
}

/** Removes the parameters that open a dialog and keeps those of the list. */
function withoutDialog(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['add', 'import', 'watch', 'keyword', 'mode', 'subreddit']) next.delete(name);
  return next;
}

function countText({ total, active }: { total: number; active: number }): string {
  return `${counted(total, 'keyword')} • ${numberText(active)} active`;
}
