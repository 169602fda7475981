import { Badge } from '@/components/ui/badge';
import { Details } from '@/components/ui/details';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { numberText } from '@/lib/number';

import { TagField } from '../scope/tag-field';
import type { useTags } from '../scope/use-tags';
import type { Refusal } from './watch-refusal';

/** The server's limit. */
const MAX_NOTES_CHARS = 2_000;

type LabelFieldsProps = {
  tags: ReturnType<typeof useTags>;
  notes: string;
  refusal: Refusal;
  onNotes: (notes: string) => void;
};

/** The user's tags and notes on a keyword, which do not affect matching. */
export function LabelFields({ tags, notes, refusal, onNotes }: LabelFieldsProps) {
  const wrong = tags.problem ?? refusal.tags ?? refusal.notes;
  return (
    <Details
      summary="Tags and notes"
      aside={tags.tags.length > 0 && <Badge>{numberText(tags.tags.length)}</Badge>}
      unfold={wrong !== undefined}
    >
      <div className="grid grid-cols-1 gap-4">
        <TagField refused={refusal.tags} list={tags} />
        <Field label="Notes" error={refusal.notes} hint="Only you can see them.">
          <Textarea
            rows={3}
            maxLength={MAX_NOTES_CHARS}
            value={notes}
            onChange={({ target }) => onNotes(target.value)}
          />
        </Field>
      </div>
    </Details>
  );
}
