import { type ReactNode, useMemo } from 'react';

import { ListChunk, type ListChunkProps } from './list-chunk';

/** The number of items above which a list renders only what is near the viewport. */
const MAX_RENDERED = 50;

type LongListProps<Item> = Omit<ListChunkProps<Item>, 'lazy'> & {
  'aria-label'?: string;
  /** The number of items that are rendered together. */
  chunkSize: number;
  children: (item: Item) => ReactNode;
};

/** A list that may have thousands of items: it renders its beginning and what is in view. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { items, chunkSize, 'aria-label': label, ...item } = props;
  const chunks = useMemo(() => chunksOf(items, chunkSize), [items, chunkSize]);
  return (
    <div role="list" aria-label={label} className="divide-y divide-line">
      {chunks.map((chunk, at) => (
        <ListChunk
          key={`${chunkSize} ${at}`}
          {...item}
          items={chunk}
          lazy={at > 0 && items.length > MAX_RENDERED}
        />
      ))}
    </div>
  );
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
