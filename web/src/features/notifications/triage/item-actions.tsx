import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { onUse, rowEnd } from '@/components/ui/row-actions';
import { useTouch } from '@/lib/use-media';

import { useKeepActions } from '../kept/use-keep-actions';
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
 * The actions of a notification: the frequent ones as buttons, the others in a menu; on touch screens all of them in
 * the menu. The single-key shortcuts press these buttons.
 */
export function ItemActions(props: ItemActionsProps) {
  const isTouch = useTouch();
  if (props.row?.isUsed === false && !isTouch) return null;
  return <Actions {...props} isTouch={isTouch} />;
}

function Actions({ row, isTouch, ...props }: ItemActionsProps & { isTouch: boolean }) {
  const [muting, setMuting] = useState(false);
  const keep = useKeepActions(props);
  const view = viewOf(props);
  const others = actionsOf(props, () => setMuting(true));
  const listed = row && view ? [view, ...others] : others;
  const size = row ? 'size-8!' : 'size-9!';
  return (
    <div className={row ? clsx(rowEnd, !isTouch && onUse) : cardCorner}>
      {!row && view && <ViewPost {...view} />}
      {isTouch ? (
        <ActionMenu
          // The action that deletes stays last.
          actions={[...listed.slice(0, -1), ...keep.actions, ...listed.slice(-1)]}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              className={clsx(row && 'h-11 flex-col gap-0! px-2! text-xs! leading-4')}
            >
              <Ellipsis aria-hidden className="size-5!" />
              More
            </Button>
          }
        />
      ) : (
        <>
          {listed.map(({ onAct, shortcut, ...action }) => (
            <IconButton
              key={action.name}
              {...action}
              shortcut={shortcut}
              onClick={onAct}
              className={clsx(size, isForMany(shortcut) && 'group-data-newcomer/list:hidden')}
            />
          ))}
          {keep.actions.length > 0 && (
            <ActionMenu
              actions={keep.actions}
              trigger={
                <IconButton
                  icon={Ellipsis}
                  name="More actions"
                  className={clsx(size, 'group-data-newcomer/list:hidden')}
                />
              }
            />
          )}
        </>
      )}
      {muting && (
        <MuteFromNotification notification={props.notification} onClose={() => setMuting(false)} />
      )}
      {keep.dialog}
    </div>
  );
}

/** Whether an action is of use only to who has many notifications. */
const isForMany = (shortcut?: ItemKey) => shortcut === '!' || shortcut === 's';

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
