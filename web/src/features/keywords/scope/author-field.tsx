import type { KeyboardEvent } from 'react';

import { Field } from '@/components/ui/field';

import { chipBox, chipBoxInput } from './chip-box';
import { InvalidNames, NameChips } from './name-chips';
import type { useAuthors } from './use-authors';

type AuthorFieldProps = {
  /** Why the server refused the list. */
  refused: string | undefined;
  list: ReturnType<typeof useAuthors>;
  /** Whether names have no prefix: not all of the authors are Reddit's. */
  bare: boolean;
};

/** Authors who are left out: chips, and a box to add to them. */
export function AuthorField({ refused, list, bare }: AuthorFieldProps) {
  const { text, entries, unsettled, type, commit, remove } = list;
  const invalid = entries.some(({ status }) => status === 'invalid');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim()) {
      // Not yet the form: the name comes first.
      event.preventDefault();
      void commit();
    }
    if (event.key === 'Backspace' && text === '') remove(entries.at(-1)?.name ?? '');
  };
  return (
    <div className="grid gap-2.5">
      <Field
        label="Excluded authors"
        error={refused ?? (unsettled ? 'Remove the invalid names or correct them' : undefined)}
      >
        {(control) => (
          <div className={chipBox}>
            <NameChips what="author" bare={bare} excluded entries={entries} onRemove={remove} />
            <input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              placeholder={entries.length > 0 ? 'Add another' : 'Add one'}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => void commit()}
              className={chipBoxInput}
            />
          </div>
        )}
      </Field>
      <div role="alert" className="contents">
        {invalid && <InvalidNames what="author" bare={bare} entries={entries} onRemove={remove} />}
      </div>
    </div>
  );
}
