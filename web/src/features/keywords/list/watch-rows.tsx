import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { memo } from 'react';

import type { Watch } from '@/api/types';
import { Card } from '@/components/ui/card';
import { LongList } from '@/components/ui/long-list';
import { ShowFurther } from '@/components/ui/show-further';
import { usePlaceLabel } from '@/entities/feed/use-place-label';

import { WatchRow, type WatchRowProps } from './watch-row';

/** The number of rows that are rendered together, and their approximate height, in px. */
const CHUNKS = { chunkSize: 16, itemPx: 41 };
/** The number of pages that load without a click, for example while a filter has few results. */
const MAX_PAGES = 10;

/** The query of the list, as far as more of it can be loaded. */
export type MoreWatches = Pick<
  UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
  'data' | 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'
>;

type WatchRowsProps = Pick<WatchRowProps, 'actions'> & {
  watches: readonly Watch[];
  propsOf: (watch: Watch) => Omit<WatchRowProps, 'scope' | 'actions'>;
  more: MoreWatches;
};

/**
 * Lists watches as rows of one line, of which only those near the viewport are rendered. A memo, so
 * that the field of the filter shows a key before the list follows.
 */
export const WatchRows = memo(function WatchRows(props: WatchRowsProps) {
  const { watches, propsOf, actions, more } = props;
  const labelOf = usePlaceLabel(watches.flatMap(({ subreddits }) => subreddits));
  const { data, hasNextPage, isFetching, isError } = more;
  return (
    <Card className={watches.length > 0 || hasNextPage ? '@container overflow-hidden' : 'hidden'}>
      <LongList
        aria-label="Keyword watches"
        items={watches}
        {...CHUNKS}
        idOf={idOf}
        textOf={textOf}
      >
        {(watch) => (
          <WatchRow
            {...propsOf(watch)}
            scope={watch.subreddits.map(labelOf).join(', ')}
            actions={actions}
          />
        )}
      </LongList>
      {hasNextPage && (
        <ShowFurther
          label="Show more"
          busy={isFetching}
          isOnApproach={!isFetching && !isError && (data?.pages.length ?? 0) < MAX_PAGES}
          onShow={() => void more.fetchNextPage()}
        />
      )}
    </Card>
  );
}, hasSameRows);

/** Most keys in a filter change no row, but each makes a new list of them. */
function hasSameRows(one: WatchRowsProps, { watches, ...other }: WatchRowsProps) {
  const isSame = (key: keyof typeof other) => one[key] === other[key];
  return (
    (['propsOf', 'actions', 'more'] as const).every(isSame) &&
    one.watches.length === watches.length &&
    one.watches.every((watch, at) => watch === watches[at])
  );
}

const idOf = ({ _id }: Watch) => _id;
const textOf = ({ keyword }: Watch) => keyword;
