import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

type TooltipProps = {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactElement;
};

/** A short label for a control, on hover and focus. The control still needs its own name. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            className="z-50 max-w-64 rounded-lg bg-ink px-2.5 py-1.5 text-xs font-medium text-canvas shadow-float not-data-[state=closed]:animate-fade"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
