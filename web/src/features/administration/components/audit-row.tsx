import type { AuditLogEntry } from '@/api/types';
import { exactTimeText } from '@/lib/dates';

import { actorText, actText, detailTexts } from '../audit-texts';

export function AuditRow({ entry }: { entry: AuditLogEntry }) {
  const { act, at, subject } = entry;
  // A deleted account has no name left to show.
  const isItself = act === 'account_deleted';
  const facts = [`By ${actorText(entry)}`, ...detailTexts(entry)];
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          <span className="font-semibold">{actText(entry)}</span>
          {subject && !isItself && `: ${subject.email ?? 'a deleted account'}`}
        </p>
        <p className="text-sm break-words text-ink-faint">{facts.join(' • ')}</p>
      </div>
      <time dateTime={at} className="text-sm text-ink-faint tabular-nums">
        {exactTimeText(at)}
      </time>
    </li>
  );
}
