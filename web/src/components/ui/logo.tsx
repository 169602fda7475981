import { clsx } from 'clsx';

/** The mark: an h whose arch sends out a wave. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      aria-hidden
      className={clsx('shrink-0', className ?? 'size-8')}
    >
      <rect width="32" height="32" rx="8" fill="#0b5d51" />
      <path d="M9 6.5v19M9 19a5.5 5.5 0 0 1 11 0v6.5" stroke="#fff" strokeWidth="3.2" />
      <path d="M14.5 8.2A10.8 10.8 0 0 1 25.3 19" stroke="#f4b740" strokeWidth="2.6" />
    </svg>
  );
}

/** The mark with the product's name, or alone in a `@container` that is too narrow for both. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-2.5 font-display text-xl font-bold tracking-tight text-ink',
        className,
      )}
    >
      <LogoMark />
      <span className="@max-[15rem]:hidden">Harken</span>
    </span>
  );
}
