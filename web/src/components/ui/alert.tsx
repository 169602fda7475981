import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { RequestId } from './request-id';

const tones = {
  success: { className: 'bg-good-soft text-good', Icon: CircleCheck },
  error: { className: 'bg-bad-soft text-bad', Icon: CircleAlert },
  warning: { className: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  info: { className: 'bg-info-soft text-info', Icon: Info },
};

type AlertProps = {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  /** The failure that the alert is about, if any. */
  error?: unknown;
};

/** A message in the page. Errors and warnings interrupt a screen reader, other tones wait. */
export function Alert({ tone = 'info', title, children, error }: AlertProps) {
  const { className, Icon } = tones[tone];
  const urgent = tone === 'error' || tone === 'warning';
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={clsx(
        'flex gap-3 rounded-control px-4 py-3 text-sm font-medium @max-[13rem]:px-2',
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 @max-[13rem]:hidden" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
        <RequestId error={error} />
      </div>
    </div>
  );
}
