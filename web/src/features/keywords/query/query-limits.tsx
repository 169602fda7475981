import { type KeyboardEvent, useId, useState } from 'react';

import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { QueryChips } from '@/lib/matcher/matcher';

type QueryLimitsProps = { chips: QueryChips; onChange: (chips: QueryChips) => void };

/** Edits the limits of a query besides words: the kind and the score. */
export function QueryLimits({ chips, onChange }: QueryLimitsProps) {
  const id = useId();
  const { kind, minScore } = chips;
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="grid gap-1">
        <label htmlFor={`${id}-kind`} className="text-sm text-ink-faint">
          Kind
        </label>
        <Select
          id={`${id}-kind`}
          value={kind ?? ''}
          onChange={({ target: { value } }) =>
            onChange({
              ...chips,
              kind: value === 'post' || value === 'comment' ? value : undefined,
            })
          }
        >
          <option value="">Both</option>
          <option value="post">Posts</option>
          <option value="comment">Comments</option>
        </Select>
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-score`} className="text-sm text-ink-faint">
          Score at least
        </label>
        <ScoreInput
          id={`${id}-score`}
          score={minScore}
          onChange={(score) => onChange({ ...chips, minScore: score })}
        />
      </div>
    </div>
  );
}

type ScoreInputProps = {
  id: string;
  score: number | undefined;
  onChange: (score: number | undefined) => void;
};

/** Takes the typed number on blur or Enter: a part of a number is a different one. */
function ScoreInput({ id, score, onChange }: ScoreInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed === null) return;
    const next = typed.trim() ? Math.round(Number(typed)) : undefined;
    if (next !== score) onChange(next);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take();
  };
  return (
    <Input
      id={id}
      type="number"
      step={1}
      placeholder="Any"
      value={typed ?? score ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}
