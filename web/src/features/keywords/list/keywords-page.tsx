import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileUp, Plus, Rss } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { useReadsFeeds } from '@/entities/feed/reads-feeds';
import { useIsNewcomer } from '@/entities/notification/newcomer';
import { allWatchesQuery } from '@/entities/watch/list-watches';
import { counted, numberText } from '@/lib/number';

import { BeforeLimit } from '../form/before-limit';
import { useDialogAddress } from '../form/dialog-address';
import { WatchDialog } from '../form/watch-dialog';
import { startOf } from '../form/watch-start';
import { ImportDialog } from '../import/import-dialog';
import { useTrends } from './activity';
import { FirstKeyword } from './first-keyword';
import { oneWatchQuery } from './one-watch';
import { WatchList } from './watch-list';

export default function KeywordsPage() {
  const list = useInfiniteQuery(allWatchesQuery);
  const readsFeeds = useReadsFeeds();
  const isNew = useIsNewcomer();
  const { pages } = list.data ?? {};
  const newest = pages?.at(-1);
  // A constant while nothing changes, for the rows.
  const watches = useMemo(() => pages?.flatMap((page) => page.watches), [pages]);
  const trends = useTrends(pages?.length ?? 0, newest?.total ?? 0);

  // The command palette leads here with `?add`, `?import` or `?watch=`, a search with
  // `?add=&keyword=…`.
  const limit = newest?.limit ?? null;
  const allowed = limit === null ? null : Math.max(0, limit - (newest?.active ?? 0));
  const { params, open, close } = useDialogAddress();
  const wanted = params.get('watch') ?? '';
  const listed = watches?.find(({ _id }) => _id === wanted);
  const isMissing = wanted !== '' && list.isSuccess && !listed;
  const other = useQuery({ ...oneWatchQuery(wanted), enabled: isMissing });
  const watch = listed ?? (isMissing ? other.data : undefined);

  return (
    <Page
      title="Keyword Watches"
      about={newest && countText(newest)}
      actions={
        <div className="flex flex-wrap gap-3">
          {readsFeeds && !isNew && (
            <Button asChild variant="secondary">
              <Link to={paths.feeds}>
                <Rss aria-hidden />
                Feeds
              </Link>
            </Button>
          )}
          <Button variant="secondary" onClick={() => open({ import: '' })}>
            <FileUp aria-hidden />
            Import
          </Button>
          <Button onClick={() => open({ add: '' })}>
            <Plus aria-hidden />
            Add Keyword
          </Button>
        </div>
      }
    >
      <QueryList
        query={list}
        entries={watches}
        what="your keywords"
        card
        label="Loading keywords"
        rows={3}
        empty={<FirstKeyword onTry={({ keyword }) => open({ add: '', keyword })} />}
      >
        {(all) => (
          <WatchList
            watches={all}
            total={newest?.total ?? 0}
            more={list}
            trends={trends}
            onEdit={({ _id }) => open({ watch: _id })}
          />
        )}
      </QueryList>
      {params.has('add') && !list.isPending && (
        <BeforeLimit allowed={allowed} onClose={close}>
          <WatchDialog start={startOf(params)} onClose={close} />
        </BeforeLimit>
      )}
      {watch && <WatchDialog watch={watch} onClose={close} />}
      {params.has('import') && !list.isPending && (
        <BeforeLimit allowed={allowed} onClose={close}>
          <ImportDialog allowed={allowed} onClose={close} />
        </BeforeLimit>
      )}
    </Page>
  );
}

function countText({ total, active }: { total: number; active: number }): string {
  return `${counted(total, 'keyword')} • ${numberText(active)} active`;
}
