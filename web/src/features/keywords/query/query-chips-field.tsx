import { clsx } from 'clsx';
import { memo, useId, useState } from 'react';

import type { QueryChip, QueryChips } from '@/lib/matcher/matcher';
import { asSentence } from '@/lib/sentence';

import { ChipRow } from './chip-row';
import { type ChipPosition, withChip } from './query-chips';
import { QueryLimits } from './query-limits';
import { adviceOf, type QueryEditor } from './use-query-editor';

type QueryChipsFieldProps = Pick<QueryEditor, 'chips' | 'textOnly' | 'behind' | 'edit'>;

/** The query as chips: required words, excluded words and limits. */
// There may be a hundred chips, and a typed character is drawn before they follow.
export const QueryChipsField = memo(function QueryChipsField(props: QueryChipsFieldProps) {
  const { chips, textOnly, behind, edit } = props;
  const id = useId();
  const [editing, setEditing] = useState<ChipPosition | null>(null);
  const [problem, setProblem] = useState<string>();
  if (!chips) return null;

  /** Returns what is wrong, if anything; then nothing changes. */
  const change = async (next: QueryChips) => {
    const { error } = await edit(next);
    setProblem(undefined);
    return error && adviceOf(error);
  };
  const put = async (at: ChipPosition, chip: QueryChip | null) => {
    const wrong = await change(withChip(chips, at, chip));
    // An invalid word is reported where it is typed, a chip that must stay below the chips.
    if (wrong && chip === null) setProblem(wrong);
    if (!wrong) setEditing(null);
    // The element with the focus is about to disappear.
    if (!wrong && chip === null) document.getElementById(`${id}-add`)?.focus();
    return wrong;
  };
  const row = (group: ChipPosition['group']) => ({
    chips: group === 'excluded' ? chips.excluded : (chips.groups[group] ?? []),
    editing: editing?.group === group ? editing.chip : null,
    onEdit: (chip: number | null) => setEditing(chip === null ? null : { group, chip }),
    onPut: (chip: number, next: QueryChip | null) => put({ group, chip }, next),
  });

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-3.5 rounded-control border border-line px-4 py-3.5"
    >
      <h3 id={`${id}-title`} className="font-sans text-sm font-semibold tracking-normal">
        Edit as chips
      </h3>
      {behind && <p className="text-sm text-ink-soft">They update once the query can be read.</p>}
      {textOnly ? (
        <p className="text-sm text-ink-soft">{asSentence(textOnly)}.</p>
      ) : (
        <div inert={behind} className={clsx('grid gap-3.5', behind && 'grayscale')}>
          {chips.groups.map((group, index) => (
            <ChipRow
              key={index}
              {...row(index)}
              title={`${index > 0 ? 'and ' : ''}must contain ${group.length > 1 ? 'any of these' : 'this'}`}
              adding="or"
            />
          ))}
          <ChipRow
            key="new"
            {...row(chips.groups.length)}
            adding="Add a word"
            addId={`${id}-add`}
          />
          {chips.groups.length > 0 && (
            <>
              <ChipRow
                {...row('excluded')}
                excluded
                title="must not contain any of these"
                adding="Exclude a word"
              />
              <QueryLimits chips={chips} onChange={(next) => void change(next).then(setProblem)} />
            </>
          )}
        </div>
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      )}
    </section>
  );
});
