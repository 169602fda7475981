import { Link } from 'react-router';

import type { FailedGroup as Group } from '@/api/types';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { decodeEntities } from '@/lib/html-entities';
import { numberText } from '@/lib/number';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { alertsText, reasonText, wayText } from '../delivery-texts';

type FailedGroupProps = {
  group: Group;
  sending: boolean;
  onSend: () => void;
  /** Called when a link leads away from the list. */
  onLeave: () => void;
};

/** The failed deliveries of one receiver, with one button to resend them. */
export function FailedGroup({ group, sending, onSend, onLeave }: FailedGroupProps) {
  const { total, replayable, newest, lastFailedAt } = group;
  const way = wayText(group);
  const more = total - newest.length;
  const item = useLeaveFocus<HTMLLIElement>((leaving) => [
    (leaving.nextElementSibling ?? leaving.previousElementSibling)?.querySelector('button'),
    leaving.closest('[role=dialog]'),
  ]);
  return (
    <li ref={item} className="grid grid-cols-1 gap-2.5 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-base font-semibold break-words">{way}</h3>
          <p className="text-sm text-ink-faint">
            {`${alertsText(total)} • last `}
            <Age time={lastFailedAt} form="within" />
          </p>
          <p className="text-sm break-words text-bad">{reasonText(group)}</p>
        </div>
        {replayable > 0 && (
          <Button
            variant="secondary"
            size="sm"
            busy={sending}
            aria-label={`${sendText(replayable)}: ${way}`}
            onClick={onSend}
          >
            {sendText(replayable)}
          </Button>
        )}
      </div>
      <StateNote group={group} onLeave={onLeave} />
      <ul aria-label={`Newest of ${way}`} className="grid grid-cols-1 gap-1 text-sm">
        {newest.map(({ _id, subject, createdAt }) => (
          <li key={_id} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{decodeEntities(subject)}</span>
            <Age time={createdAt} className="shrink-0 text-ink-faint" />
          </li>
        ))}
        {more > 0 && <li className="text-ink-faint">{`and ${numberText(more)} more`}</li>}
      </ul>
    </li>
  );
}

const sendText = (count: number) =>
  count === 1 ? 'Send again' : `Send ${numberText(count)} again`;

type StateNoteProps = Pick<FailedGroupProps, 'group' | 'onLeave'>;

function StateNote({ group: { state }, onLeave }: StateNoteProps) {
  if (state === 'open') return null;
  return (
    <p className="text-sm text-ink-soft">
      {state === 'deleted' ? (
        'This channel has been deleted, so these cannot be sent again.'
      ) : (
        <>
          This channel is paused.{' '}
          <Link
            to={paths.channels}
            onClick={onLeave}
            className="font-semibold text-brand-text hover:underline"
          >
            Resume it
          </Link>{' '}
          to send these again.
        </>
      )}
    </p>
  );
}
