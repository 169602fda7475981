import { clsx } from 'clsx';
import { type ComponentProps, useState } from 'react';

import { dateTimeText } from '@/lib/dates';
import { fullDays } from '@/lib/days';

import { Input } from './input';

/** How the value of each type is written. */
const texts = {
  date: (day: string) => fullDays.format(new Date(day)),
  'datetime-local': dateTimeText,
  time: (time: string) => time,
};

type DateInputProps = ComponentProps<'input'> & {
  type: keyof typeof texts;
  /** What an empty field means. */
  empty?: string;
};

/**
 * The platform's own input for a date or a time, with its keyboard and its calendar. Platforms write
 * a date in as many ways as there are languages, so until it is edited it is written as everywhere
 * else: "3 Jan 2026", "22:00".
 */
export function DateInput({ type, empty = '', className, onChange, ...props }: DateInputProps) {
  const [typed, setTyped] = useState(props.defaultValue);
  const value = props.value ?? typed;
  return (
    <div className={clsx('group relative', className)}>
      <Input
        type={type}
        className="not-focus:text-transparent not-focus:[&::-webkit-datetime-edit]:opacity-0"
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
        {...props}
      />
      <span
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-base group-focus-within:hidden sm:text-[0.9375rem]',
          !value && 'text-ink-faint',
        )}
      >
        {value ? texts[type](String(value)) : empty}
      </span>
    </div>
  );
}
