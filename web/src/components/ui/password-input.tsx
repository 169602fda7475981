import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';

import { Input } from './input';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  /** A name for what the toggle shows or hides, for forms with more than one. */
  what?: string;
};

/** A password input with a button that shows or hides its text. */
export function PasswordInput({ what = 'password', ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        aria-label={`${shown ? 'Hide' : 'Show'} ${what}`}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-faint hover:text-ink"
      >
        <Icon aria-hidden className="size-[1.15rem]" />
      </button>
    </div>
  );
}
