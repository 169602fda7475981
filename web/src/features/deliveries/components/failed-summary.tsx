import type { FailedGroup } from '@/api/types';
import { counted } from '@/lib/number';

import { alertsText, reasonText, wayText } from '../delivery-texts';

/** The most receivers that are named. */
const NAMED = 3;

/** A line for each receiver with failures: its name, their number and the reason. */
export function FailedSummary({ groups }: { groups: readonly FailedGroup[] }) {
  const others = groups.length - NAMED;
  return (
    <>
      {groups.slice(0, NAMED).map((group) => (
        <span key={wayText(group)} className="block">
          {`${wayText(group)}: ${alertsText(group.total)}. ${reasonText(group)}.`}
        </span>
      ))}
      {others > 0 && (
        <span className="block">{`And ${counted(others, 'other address', 'other addresses')}.`}</span>
      )}
    </>
  );
}
