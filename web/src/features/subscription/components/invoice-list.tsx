import type { SandboxPortal } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { withCurrency } from '@/entities/plan/plans';

import { dayText } from '../subscription-texts';

/** What was paid, newest first. */
export function InvoiceList({ invoices }: Pick<SandboxPortal, 'invoices'>) {
  return (
    <section aria-labelledby="invoices-title">
      <h2 id="invoices-title" className="text-lg">
        Invoices
      </h2>
      {invoices.length === 0 && <p className="mt-2 text-ink-soft">There are none.</p>}
      <ul aria-labelledby="invoices-title" className="mt-2 divide-y divide-line">
        {invoices.map(({ id, amount, currency, paidAt, refunded }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <span>{dayText(paidAt)}</span>
            <span className="flex items-center gap-3 font-semibold tabular-nums">
              {withCurrency({ amountMinor: amount, currency })}
              <Badge tone={refunded ? 'neutral' : 'good'}>{refunded ? 'Refunded' : 'Paid'}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
