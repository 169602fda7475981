import type { Coverage } from '@/api/types';

import type { Scope } from '../scope';
import { BudgetCard } from './budget-card';
import { EverythingCard } from './everything-card';
import { GapsCard } from './gaps-card';
import { NothingNamed } from './nothing-named';
import { PlacesCard } from './places-card';
import { UnseenNote } from './unseen-note';

type CoverageBodyProps = {
  coverage: Coverage;
  scope: Scope;
  page: number;
  /** While another page is on its way. */
  busy: boolean;
  onPage: (page: number) => void;
};

export function CoverageBody({ coverage, scope, page, busy, onPage }: CoverageBodyProps) {
  const { budget, everything, places, pagination, gaps } = coverage;
  const isNamed = pagination.totalItems > 0;
  return (
    <>
      {scope.hasAll && <EverythingCard everything={everything} />}
      {isNamed ? (
        <PlacesCard
          places={places}
          pagination={pagination}
          page={page}
          busy={busy}
          onPage={onPage}
        />
      ) : (
        <NothingNamed hasActive={scope.hasActive} />
      )}
      {scope.hasActive && <GapsCard gaps={gaps} places={places} />}
      {budget && <BudgetCard budget={budget} />}
      <UnseenNote />
    </>
  );
}
