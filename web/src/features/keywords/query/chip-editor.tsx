import { type KeyboardEvent, useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { QueryChip, QueryField } from '@/lib/matcher/matcher';
import { useEscape } from '@/lib/use-escape';

import { fields, formOf, forms } from './query-chips';

type ChipEditorProps = {
  chip: QueryChip;
  /** Returns what is wrong with the chip, if anything; then the editor stays open. */
  onDone: (chip: QueryChip) => Promise<string | undefined>;
  onCancel: () => void;
};

/** Edits a chip's text, field and form. Returns the focus when it closes. */
export function ChipEditor({ chip, onDone, onCancel }: ChipEditorProps) {
  const id = useId();
  const [edited, setEdited] = useState(chip);
  const [wrong, setWrong] = useState<string>();
  const [opener] = useState(() => document.activeElement);
  const giveBack = () => {
    if (opener instanceof HTMLElement) opener.focus();
  };
  const cancel = () => {
    onCancel();
    giveBack();
  };
  useEscape(cancel);

  const change = (changes: Partial<QueryChip>) => {
    setWrong(undefined);
    setEdited({ ...edited, ...changes });
  };
  const done = () =>
    void onDone(edited).then((problem) => {
      setWrong(problem);
      if (!problem) giveBack();
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter submits the chip, not the form.
    event.preventDefault();
    done();
  };

  return (
    <div className="grid animate-fade grid-cols-2 gap-2 rounded-control bg-sunken p-2.5">
      <Input
        aria-label="Word or phrase"
        aria-describedby={wrong && `${id}-wrong`}
        aria-invalid={wrong ? true : undefined}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Word or phrase"
        value={edited.text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={onKeyDown}
        className="col-span-2"
      />
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className="col-span-2 text-sm font-medium text-bad">
          {wrong}
        </p>
      )}
      <Select
        aria-label="Where"
        value={edited.field}
        onChange={({ target }) => change({ field: target.value as QueryField })}
        className="max-sm:col-span-2"
      >
        {fields.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="How"
        value={formOf(edited)}
        onChange={({ target }) => {
          const { form, openStart, openEnd } =
            forms.find(({ value }) => value === target.value) ?? edited;
          change({ form, openStart, openEnd });
        }}
        className="max-sm:col-span-2"
      >
        {forms.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="col-span-2 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={cancel}>
          Cancel
        </Button>
        <Button size="sm" onClick={done}>
          Done
        </Button>
      </div>
    </div>
  );
}
