import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

import { Kbd } from './kbd';

type TooltipProps = {
  text: string;
  /** The key that presses the control. */
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactElement;
};

/** A short label for a control, on hover and focus. The control still needs its own name. */
export function Tooltip({ text, shortcut, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger
          asChild
          // The focus that returns to a button when its menu closes shows nothing.
          onFocus={(event) => {
            if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
          }}
        >
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-50 flex max-w-64 items-center gap-2 rounded-lg bg-ink px-2.5 py-1.5 text-xs font-medium text-canvas shadow-float not-data-[state=closed]:animate-fade"
          >
            {text}
            {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
