import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { keywordsQuery } from '../api/list-keywords';

type KeywordChoiceProps = {
  /** The ids of watches; null for all keywords. */
  chosen: readonly string[] | null;
  error?: string;
  onChange: (chosen: string[] | null) => void;
};

const option = 'flex items-center gap-3 py-1.5 text-[0.9375rem]';
const mark = 'size-4.5 shrink-0 tick';

/** Selects the keywords of a channel: all, including those added later, or some. */
export function KeywordChoice({ chosen, error, onChange }: KeywordChoiceProps) {
  const id = useId();
  const { data: keywords = [] } = useQuery(keywordsQuery);
  const toggle = (watchId: string) => {
    const others = chosen?.filter((other) => other !== watchId) ?? [];
    onChange(chosen?.includes(watchId) ? others : [...others, watchId]);
  };
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 text-sm font-semibold">Keywords</legend>
      <label className={option}>
        <input
          type="radio"
          name={id}
          checked={chosen === null}
          onChange={() => onChange(null)}
          className={mark}
        />
        All keywords, including those you add later
      </label>
      <label className={option}>
        <input
          type="radio"
          name={id}
          checked={chosen !== null}
          onChange={() => onChange([])}
          className={mark}
        />
        Only selected keywords
      </label>
      {chosen !== null && (
        <ul
          aria-label="Keywords to choose from"
          className="mt-1.5 max-h-48 overflow-y-auto rounded-control border border-line px-3.5 py-1.5"
        >
          {keywords.map(({ _id, keyword }) => (
            <li key={_id}>
              <label className={option}>
                <input
                  type="checkbox"
                  checked={chosen.includes(_id)}
                  onChange={() => toggle(_id)}
                  className={mark}
                />
                <span dir="auto" className="min-w-0">
                  {keyword}
                </span>
              </label>
            </li>
          ))}
          {keywords.length === 0 && (
            <li className="py-1.5 text-sm text-ink-faint">You have no keywords yet.</li>
          )}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
