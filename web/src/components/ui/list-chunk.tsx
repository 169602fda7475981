import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { canObserve, observeNearness, SHOW_CHUNK } from '@/lib/near-view';

export type ListChunkProps<Item> = {
  items: readonly Item[];
  /** The approximate height of an item until it has been rendered, in px. */
  itemPx: number;
  idOf: (item: Item) => string;
  /** Returns what is rendered of an item that is far from the viewport. */
  textOf: (item: Item) => string;
  /** False for what is rendered wherever the page is scrolled. */
  lazy: boolean;
  children: (item: Item) => ReactNode;
};

/**
 * A few items of a long list. Far from the viewport only their texts are rendered, in a place of
 * the same height: the browser finds them on the page and screen readers list them, without a
 * layout of the items.
 */
export function ListChunk<Item>(props: ListChunkProps<Item>) {
  const { items, itemPx, idOf, textOf, lazy, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(!lazy || !canObserve());
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const isShown = isNear || !lazy;

  useEffect(() => {
    const chunk = element.current;
    if (!lazy || !chunk) return;
    const show = () => flushSync(() => setNear(true));
    chunk.addEventListener(SHOW_CHUNK, show);
    const stop = observeNearness(chunk, (near, height) => {
      if (near) startTransition(() => setNear(true));
      else if (!isInUse(chunk)) {
        if (chunk.dataset.chunk === 'shown') setHeightPx(height);
        setNear(false);
      }
    });
    return () => {
      chunk.removeEventListener(SHOW_CHUNK, show);
      stop();
    };
  }, [lazy]);

  return (
    <div
      ref={element}
      data-chunk={isShown ? 'shown' : 'hidden'}
      style={
        isShown
          ? undefined
          : { height: heightPx ?? items.length * itemPx, contentVisibility: 'auto' }
      }
      className={isShown ? 'divide-y divide-line' : 'overflow-hidden [contain:strict]'}
    >
      {isShown ? (
        items.map((item) => (
          <div role="listitem" key={idOf(item)}>
            {children(item)}
          </div>
        ))
      ) : (
        <Texts items={items} idOf={idOf} textOf={textOf} />
      )}
    </div>
  );
}

/** Returns whether a chunk holds the focus or something expanded, and so stays as it is. */
const isInUse = (chunk: HTMLElement) =>
  chunk.contains(document.activeElement) || chunk.querySelector('[aria-expanded=true]') !== null;

type TextsProps<Item> = Pick<ListChunkProps<Item>, 'items' | 'idOf' | 'textOf'>;

/** Shows an item as a line of text. */
function AllTexts<Item>({ items, idOf, textOf }: TextsProps<Item>) {
  return (
    <div className="grid h-full px-12">
      {items.map((item) => (
        <div role="listitem" key={idOf(item)} dir="auto" className="truncate font-semibold">
          {textOf(item)}
        </div>
      ))}
    </div>
  );
}

const Texts = memo(AllTexts) as typeof AllTexts;
