import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  neutral: 'bg-line text-ink-soft',
  brand: 'bg-brand-soft text-brand-text',
  signal: 'bg-signal-soft text-signal-ink',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
};

type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode };

/** A short status or tag. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
