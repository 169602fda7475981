import type { ReactNode } from 'react';

import { Card } from './card';
import { LoadFailed } from './load-failed';
import { RowSkeletons } from './skeleton';

/** The fields of a query's result that the frame around its data depends on. */
type Query<Data> = {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
};

/** Rows of which `label` says what is loading, or another node. */
type Placeholder = { label: string; rows: number } | { pending: ReactNode };

type QueryListProps<Data, Shown> = {
  query: Query<Data>;
  /** The part of the data that is shown, by default all; undefined while there are no data. */
  entries?: Shown;
  /** Names the data if they could not be loaded, such as "your mutes". */
  what: string;
  /** Whether the placeholder and the failure are each in a card; the rest brings its own. */
  card?: boolean;
  /** Replaces an empty list. */
  empty?: ReactNode;
  children: (shown: Shown) => ReactNode;
} & Placeholder;

/** Shows what a query loads: at first a placeholder, then the data, `empty` or the failure. */
export function QueryList<Data, Shown = Data>(props: QueryListProps<Data, Shown>) {
  const { query, what, card = false, empty, children } = props;
  const { data, isPending, isError, error, refetch } = query;
  const shown = props.entries ?? (data as Shown | undefined);
  const isEmpty = Array.isArray(shown) && shown.length === 0;
  const framed = (content: ReactNode) => (card ? <Card>{content}</Card> : content);
  const placeholder =
    'pending' in props ? props.pending : <RowSkeletons label={props.label} rows={props.rows} />;
  const failure = <LoadFailed error={error} what={what} onRetry={() => void refetch()} />;
  return (
    <>
      {isPending && framed(placeholder)}
      {isError && !data && framed(failure)}
      {shown !== undefined && (isEmpty ? empty : children(shown))}
    </>
  );
}
