import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Hourglass, Info, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import { counted } from '@/lib/number';
import { type Toast, toastDurationMs } from '@/lib/toasts';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { RequestId } from './request-id';
import { useAutoDismiss, useSecondsUntil } from './toast-timers';

const types = {
  success: { bar: 'bg-good', ink: 'text-good', Icon: CircleCheck },
  error: { bar: 'bg-bad', ink: 'text-bad', Icon: CircleAlert },
  warning: { bar: 'bg-signal', ink: 'text-warn', Icon: TriangleAlert },
  info: { bar: 'bg-info', ink: 'text-info', Icon: Info },
  'rate-limit': { bar: 'bg-signal', ink: 'text-warn', Icon: Hourglass },
};

type ToastCardProps = {
  toast: Toast;
  /** Shows a single line, while there are newer toasts. */
  short?: boolean;
  onDismiss: () => void;
};

/** One toast. It disappears by itself, unless it is hovered or has the focus. */
export function ToastCard({ toast, short = false, onDismiss }: ToastCardProps) {
  const [held, setHeld] = useState(false);
  useAutoDismiss(toastDurationMs[toast.type], held || toast.lasts === true, toast, onDismiss);
  const { bar, ink, Icon } = types[toast.type];
  // Where the focus returns if the toast disappears while it has it.
  const cameFrom = useRef<Element | null>(null);
  const card = useLeaveFocus<HTMLDivElement>(() => [
    cameFrom.current,
    document.querySelector('main'),
  ]);

  return (
    <div
      ref={card}
      role={toast.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
      className={clsx(
        'pointer-events-auto relative flex animate-fade gap-2 overflow-hidden rounded-control border border-line bg-surface pr-1.5 pl-3 shadow-float',
        short ? 'py-0.5' : 'py-0.5 lg:py-1.5',
      )}
    >
      <span aria-hidden className={clsx('absolute inset-y-0 left-0 w-1', bar)} />
      <Icon aria-hidden className={clsx('mt-1.5 size-4 shrink-0', ink)} />
      <div
        className={clsx(
          'flex min-w-0 flex-1 items-baseline gap-x-2 py-1 text-sm leading-5',
          !short && 'flex-wrap',
        )}
      >
        <div className={clsx('min-w-0 flex-1', !short && 'basis-36')}>
          <ToastText toast={toast} short={short} />
          {!short && <RequestId error={toast.error} />}
        </div>
        {toast.link && (
          <Link
            to={toast.link.href}
            {...(toast.link.external ? { target: '_blank', rel: 'noreferrer' } : {})}
            className="shrink-0 font-semibold text-brand-text underline-offset-4 hover:underline"
          >
            {toast.link.label}
          </Link>
        )}
        {toast.action && (
          <button
            type="button"
            onClick={() => {
              onDismiss();
              toast.action?.onAction();
            }}
            className="shrink-0 font-semibold text-brand-text underline-offset-4 hover:underline"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-7 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

function ToastText({ toast, short }: { toast: Toast; short: boolean }) {
  const left = useSecondsUntil(toast.retryAt);
  const over = left === 0;
  return (
    <>
      <p className={clsx('font-semibold', short && 'truncate')}>
        {over ? 'Rate Limit Expired' : toast.title}
      </p>
      {toast.text && !over && !short && <p className="text-ink-soft">{toast.text}</p>}
      {left !== null && !short && (
        // Not announced each second: the first text has said it.
        <p aria-live="off" className="text-ink-soft">
          {over ? 'You can try again now' : `You can try again in ${counted(left, 'second')}`}
        </p>
      )}
    </>
  );
}
