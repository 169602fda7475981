import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';

import { Button } from './button';

type NextPageProps = {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  label: string;
  /** Shown when the next page could not be loaded. */
  failed: string;
  size?: ComponentProps<typeof Button>['size'];
  /** Content above the button. */
  children?: ReactNode;
};

/** The button that loads the next page of a list, if there is one. */
export function NextPage({ query, label, failed, size, children }: NextPageProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="grid justify-items-center gap-3">
      {children}
      <Button
        variant="secondary"
        size={size}
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-sm font-medium text-bad">
          {failed}
        </p>
      )}
    </div>
  );
}
