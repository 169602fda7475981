import { ChevronLeft, ChevronRight } from 'lucide-react';

import type { Pagination } from '@/api/types';
import { numberText } from '@/lib/number';

import { Button } from './button';

type PagerProps = { page: number; pagination: Pagination; onPage: (page: number) => void };

/** Navigates between pages; renders nothing for a single one. */
export function Pager({ page, pagination: { total, hasMore }, onPage }: PagerProps) {
  if (total <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <p
        aria-live="polite"
        className="text-sm text-ink-soft"
      >{`Page ${numberText(page)} of ${numberText(total)}`}</p>
      <Button variant="secondary" size="sm" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
