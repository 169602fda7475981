import { useState } from 'react';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { numberText } from '@/lib/number';

const MIN = 1;
const MAX = 1_000;

type BurstFieldProps = { limit: number; onChange: (limit: number) => void };

/** Edits the number of matches per hour from which a keyword's alerts are folded into one. */
export function BurstField({ limit, onChange }: BurstFieldProps) {
  // Holds invalid text; only valid limits are passed on.
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && !isLimit(typed);
  return (
    <Field
      label="Burst limit"
      error={wrong ? `Use a whole number from ${numberText(MIN)} to ${numberText(MAX)}` : undefined}
      hint="Once a keyword has this many matches in an hour, the rest arrive in one message with a count. The keyword stays active."
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(limit)}
        onChange={({ target: { value } }) => {
          setTyped(value);
          if (isLimit(value)) onChange(Number(value));
        }}
        onBlur={() => setTyped(null)}
        className="max-w-28"
      />
    </Field>
  );
}

function isLimit(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= MIN && Number(text) <= MAX;
}
