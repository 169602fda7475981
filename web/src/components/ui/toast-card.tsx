import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Hourglass, Info, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import { type Toast, toastDurationMs } from '@/lib/toasts';
import { useLeaveFocus } from '@/lib/use-leave-focus';

import { useAutoDismiss, useSecondsUntil } from './toast-timers';

const types = {
  success: { bar: 'bg-good', ink: 'text-good', Icon: CircleCheck },
  error: { bar: 'bg-bad', ink: 'text-bad', Icon: CircleAlert },
  warning: { bar: 'bg-signal', ink: 'text-warn', Icon: TriangleAlert },
  info: { bar: 'bg-info', ink: 'text-info', Icon: Info },
  'rate-limit': { bar: 'bg-signal', ink: 'text-warn', Icon: Hourglass },
};

type ToastCardProps = { toast: Toast; onDismiss: () => void };

/** One toast. It goes by itself, but not while it is pointed at or holds the focus. */
export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [held, setHeld] = useState(false);
  useAutoDismiss(toastDurationMs[toast.type], held, toast, onDismiss);
  const { bar, ink, Icon } = types[toast.type];
  // A toast that goes away with the focus in it gives it back.
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
      className="pointer-events-auto relative flex animate-rise gap-3 overflow-hidden rounded-control border border-line bg-surface py-3.5 pr-3 pl-4.5 shadow-float"
    >
      <span aria-hidden className={clsx('absolute inset-y-0 left-0 w-1', bar)} />
      <Icon aria-hidden className={clsx('mt-0.5 size-4.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1 text-sm">
        <ToastText toast={toast} />
        {toast.link && (
          <Link
            to={toast.link.href}
            {...(toast.link.external ? { target: '_blank', rel: 'noreferrer' } : {})}
            className="mt-1 inline-block font-semibold text-brand-text underline-offset-4 hover:underline"
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
            className="mt-1 font-semibold text-brand-text underline-offset-4 hover:underline"
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

function ToastText({ toast }: { toast: Toast }) {
  const left = useSecondsUntil(toast.retryAt);
  const over = left === 0;
  return (
    <>
      <p className="font-semibold">{over ? 'Rate Limit Expired' : toast.title}</p>
      {toast.text && !over && <p className="mt-0.5 text-ink-soft">{toast.text}</p>}
      {left !== null && (
        // The count is not announced each second: the first text has said it.
        <p aria-live="off" className="mt-0.5 text-ink-soft">
          {over
            ? 'You can try again now'
            : `You can try again in ${left} ${left === 1 ? 'second' : 'seconds'}`}
        </p>
      )}
    </>
  );
}
