import type { Coverage } from '@/api/types';

import { BudgetCard } from './budget-card';
import { EverythingCard } from './everything-card';
import { GapsCard } from './gaps-card';
import { NothingNamed } from './nothing-named';
import { PlacesCard } from './places-card';
import { UnseenNote } from './unseen-note';

type CoverageBodyProps = {
  coverage: Coverage;
  page: number;
  /** Set while another page loads. */
  busy: boolean;
  onPage: (page: number) => void;
};

export function CoverageBody({ coverage, page, busy, onPage }: CoverageBodyProps) {
  const { watchesAll, budget, everything, places, pagination, gaps, audits } = coverage;
  const isNamed = pagination.totalItems > 0;
  const hasActive = watchesAll || isNamed;
  return (
    <>
      {watchesAll && <EverythingCard everything={everything} />}
      {isNamed ? (
        <PlacesCard
          places={places}
          pagination={pagination}
          page={page}
          busy={busy}
          onPage={onPage}
        />
      ) : (
        <NothingNamed hasActive={hasActive} />
      )}
      {hasActive && <GapsCard gaps={gaps} places={places} audits={audits} />}
      {budget && <BudgetCard budget={budget} />}
      <UnseenNote />
    </>
  );
}
