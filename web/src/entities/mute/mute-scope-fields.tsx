import type { MuteInput } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

/** The scope of a mute: one keyword or all (null), for a number of days or for good (null). */
export type MuteScope = Required<Pick<MuteInput, 'watchId' | 'forDays'>>;

/** A keyword to choose from. */
export type MutableWatch = { _id: string; keyword: string };

const times = [
  { value: 1, label: 'For a day' },
  { value: 7, label: 'For a week' },
  { value: '', label: 'For good' },
];

type MuteScopeFieldsProps = {
  watches: readonly MutableWatch[];
  scope: MuteScope;
  onScope: (scope: MuteScope) => void;
};

export function MuteScopeFields({ watches, scope, onScope }: MuteScopeFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Where">
        <Select
          value={scope.watchId ?? ''}
          onChange={({ target }) => onScope({ ...scope, watchId: target.value || null })}
        >
          <option value="">For all keywords</option>
          {watches.map(({ _id, keyword }) => (
            <option key={_id} value={_id}>{`Only for “${keyword}”`}</option>
          ))}
        </Select>
      </Field>
      <Field label="How long">
        <Select
          value={scope.forDays ?? ''}
          options={times}
          onChange={({ target }) => onScope({ ...scope, forDays: Number(target.value) || null })}
        />
      </Field>
    </div>
  );
}
