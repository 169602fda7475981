import type { KeyboardEvent } from 'react';

import { Field } from '@/components/ui/field';

import { ChipBox } from './chip-box';
import { InvalidNames, NameChips, type NameKind } from './name-chips';
import type { useNameList } from './use-name-list';

type NameFieldProps = NameKind & {
  label: string;
  hint?: string;
  /** Why the server refused the list. */
  refused: string | undefined;
  list: ReturnType<typeof useNameList>;
  /** The text of an empty list. */
  placeholder: string;
};

/** A list of names as chips, with a box to add to them. */
export function NameField({ label, hint, refused, list, placeholder, ...kind }: NameFieldProps) {
  const { text, entries, unsettled, type, commit, remove } = list;
  const invalid = entries.some(({ status }) => status === 'invalid');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim()) {
      // Enter adds the name first, and does not submit the form.
      event.preventDefault();
      void commit();
    }
    if (event.key === 'Backspace' && text === '') remove(entries.at(-1)?.name ?? '');
  };
  return (
    <div className="grid gap-2.5">
      <Field
        label={label}
        hint={hint}
        error={refused ?? (unsettled ? 'Remove the invalid names or correct them' : undefined)}
      >
        <ChipBox
          chips={<NameChips {...kind} entries={entries} onRemove={remove} />}
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          placeholder={entries.length > 0 ? 'Add another' : placeholder}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => void commit()}
        />
      </Field>
      <div role="alert" className="contents">
        {invalid && <InvalidNames {...kind} entries={entries} onRemove={remove} />}
      </div>
    </div>
  );
}
