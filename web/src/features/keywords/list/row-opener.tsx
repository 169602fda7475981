import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';

type RowOpenerProps = {
  open: boolean;
  /** Whether it takes the focus from the button in whose place it appears. */
  takesFocus: boolean;
  text: string;
  onClick: () => void;
};

/** The keyword of a row, as a button that opens the row or closes its card. */
export function RowOpener({ open, takesFocus, text, onClick }: RowOpenerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const appear = useEffectEvent(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  });
  useEffect(() => appear(), []);
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={open}
      onClick={onClick}
      className="flex min-h-6 max-w-full items-center gap-1.5 text-left"
    >
      <ChevronDown
        aria-hidden
        className={clsx('size-4 shrink-0 text-ink-faint', !open && '-rotate-90')}
      />
      <span dir="auto" className="truncate">
        {text}
      </span>
    </button>
  );
}
