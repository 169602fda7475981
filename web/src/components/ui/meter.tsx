import { clsx } from 'clsx';

type MeterProps = {
  /** `progressbar` for what is under way, `meter` for what is used or left. */
  role?: 'meter' | 'progressbar';
  label: string;
  /** The value in words. */
  text: string;
  value: number;
  max: number;
  /** The colour of the bar, as a class. */
  color: string;
  className?: string;
};

/** A bar that shows how much of `max` there is. */
export function Meter({
  role = 'meter',
  label,
  text,
  max,
  color,
  className,
  ...props
}: MeterProps) {
  const value = Math.max(0, Math.min(props.value, max));
  return (
    <span
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={clsx('block h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <span
        className={clsx('block h-full rounded-full', color)}
        style={{ width: `${max > 0 ? (100 * value) / max : 0}%` }}
      />
    </span>
  );
}
