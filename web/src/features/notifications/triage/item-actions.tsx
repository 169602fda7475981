import { clsx } from 'clsx';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { onUse, rowEnd } from '@/components/ui/row-actions';
import { useTouch } from '@/lib/use-media';

import { ActionMenu } from './action-menu';
import { type Actable, type Action, actionsOf, viewOf } from './actions-of';
import { MuteFromNotification } from './mute-from-notification';
import type { ItemKey } from './triage-keys';

/** A row shows its actions over its end while the mouse or the focus is on it. */
export type Row = {
  /** Whether that was ever so. Until then they are not rendered, for the sake of long lists. */
  isUsed: boolean;
};

type ItemActionsProps = Actable & { row?: Row };

/**
 * The actions of a notification, on touch screens in a menu. The single-key shortcuts press these
 * buttons.
 */
export function ItemActions({ row, ...props }: ItemActionsProps) {
  const [muting, setMuting] = useState(false);
  const isTouch = useTouch();
  if (row?.isUsed === false && !isTouch) return null;
  const view = viewOf(props);
  const others = actionsOf(props, () => setMuting(true));
  const listed = row && view ? [view, ...others] : others;
  return (
    <div className={row ? clsx(rowEnd, !isTouch && onUse) : cardCorner}>
      {!row && view && <ViewPost {...view} />}
      {isTouch && <ActionMenu actions={listed} small={row !== undefined} />}
      {!isTouch &&
        listed.map(({ onAct, ...action }) => (
          <IconButton
            key={action.shortcut}
            {...action}
            onClick={onAct}
            className={clsx(
              row ? 'size-8!' : 'size-9!',
              isForMany(action.shortcut) && 'group-data-newcomer/list:hidden',
            )}
          />
        ))}
      {muting && (
        <MuteFromNotification notification={props.notification} onClose={() => setMuting(false)} />
      )}
    </div>
  );
}

/** Whether an action is of use only to who has many notifications. */
const isForMany = (shortcut: ItemKey) => shortcut === '!' || shortcut === 's';

const cardCorner =
  '-mr-2 -ml-3 mt-2 flex flex-wrap items-center justify-end @lg:col-start-2 @lg:row-start-1 @lg:-mt-0.5 @lg:ml-0 @lg:gap-1';

function ViewPost({ shortcut, name, icon: Icon, onAct }: Action) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-keyshortcuts={shortcut}
      onClick={onAct}
      className="text-brand-text! @max-lg:mr-auto"
    >
      {name}
      <Icon aria-hidden />
    </Button>
  );
}
