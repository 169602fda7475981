import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

import { Button, type ButtonProps } from './button';
import { Tooltip } from './tooltip';

type IconButtonProps = Omit<ButtonProps, 'children' | 'size' | 'variant' | 'asChild'> & {
  icon: LucideIcon;
  /** The accessible name, which is also the tooltip. */
  name: string;
  /** What is shown below the icon where there are no tooltips, if that is not the whole name. */
  words?: string;
  /** The key that presses it. */
  shortcut?: string;
  danger?: boolean;
};

/** A button with an icon. On touch screens, words are below it. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, name, words = name, shortcut, danger = false, className, ...rest } = props;
  return (
    <Tooltip text={name} shortcut={shortcut}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={name}
        aria-keyshortcuts={shortcut}
        className={clsx(
          'touch:h-11! touch:w-auto! touch:min-w-11 touch:flex-col touch:px-1.5 touch:text-xs touch:leading-4',
          danger && 'hover:bg-bad-soft! hover:text-bad!',
          className,
        )}
        {...rest}
      >
        <Icon aria-hidden />
        <span className="hidden touch:inline">{words}</span>
      </Button>
    </Tooltip>
  );
}
