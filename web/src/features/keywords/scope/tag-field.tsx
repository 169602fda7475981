import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { Field } from '@/components/ui/field';

import { ChipBox } from './chip-box';
import type { useTags } from './use-tags';

type TagFieldProps = {
  /** Why the server refused the list. */
  refused: string | undefined;
  list: ReturnType<typeof useTags>;
};

/** The tags of a keyword as chips, with a box to add to them. */
export function TagField({ refused, list }: TagFieldProps) {
  const { tags, text, problem, type, settle, remove } = list;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim()) {
      // Enter adds the tag first, and does not submit the form.
      event.preventDefault();
      settle();
    }
    if (event.key === 'Backspace' && text === '') remove(tags.at(-1) ?? '');
  };
  return (
    <Field
      label="Tags"
      hint="Separate tags with commas. You can filter your keywords by tag."
      error={problem ?? refused}
    >
      <ChipBox
        chips={
          <ul aria-label="Selected tags" className="contents">
            {tags.map((tag) => (
              <li
                key={tag}
                className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full bg-brand-soft pl-2.5 text-sm font-semibold text-brand-text"
              >
                <span dir="auto" className="truncate">
                  {tag}
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${tag}`}
                  onClick={() => remove(tag)}
                  className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-ink/10"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        }
        value={text}
        placeholder={tags.length > 0 ? 'Add another' : 'Add one'}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={settle}
      />
    </Field>
  );
}
