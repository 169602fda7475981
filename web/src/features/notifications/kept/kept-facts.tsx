import { AlarmClock, NotebookPen, Star } from 'lucide-react';

import { snoozeEnd } from '@/entities/snooze/snooze-times';
import { useSession } from '@/lib/http/session';

import { useKept } from '../api/kept-matches';

type KeptFactsProps = {
  id: string;
  /** A row has no space for the words of a note. */
  inRow?: boolean;
};

/** Shows the star, the note and the snooze of a match, if there are any. */
export function KeptFacts({ id, inRow = false }: KeptFactsProps) {
  const { isStarred, note, returnsAt } = useKept(id);
  const timeZone = useSession(({ user }) => user?.timeZone ?? 'UTC');
  if (!isStarred && !note && !returnsAt) return null;
  const snoozed = returnsAt && `Snoozed until ${snoozeEnd(returnsAt, timeZone)}`;
  if (inRow) {
    return (
      <span className="flex shrink-0 items-center gap-1 self-center text-ink-faint [&>svg]:size-3.5">
        {isStarred && <Star role="img" aria-label="Starred" className="fill-signal text-signal" />}
        {note && <NotebookPen role="img" aria-label="Has a note" />}
        {snoozed && <AlarmClock role="img" aria-label={snoozed} />}
      </span>
    );
  }
  return (
    <div className="mt-2 grid gap-1 text-sm text-ink-soft [&_svg]:size-4 [&_svg]:shrink-0">
      {(isStarred || snoozed) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {isStarred && (
            <span className="inline-flex items-center gap-1.5">
              <Star aria-hidden className="fill-signal text-signal" />
              Starred
            </span>
          )}
          {snoozed && (
            <span className="inline-flex items-center gap-1.5">
              <AlarmClock aria-hidden />
              {snoozed}
            </span>
          )}
        </p>
      )}
      {note && (
        <p className="flex gap-1.5">
          <NotebookPen aria-label="Note" role="img" className="mt-0.5" />
          <span dir="auto" className="min-w-0 break-words whitespace-pre-line">
            {note}
          </span>
        </p>
      )}
    </div>
  );
}
