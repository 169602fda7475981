import { DateInput } from '@/components/ui/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

import { ranges, type View } from '../view';

const CHOSEN = 'chosen';
/** The earliest day that is accepted: a year passes through the first century while it is typed. */
const EARLIEST = '2020-01-01';

type ViewFieldsProps = {
  view: View;
  today: string;
  /** The keywords that can be chosen, by id. */
  keywords: ReadonlyMap<string, string>;
  onChange: (view: View) => void;
};

/** Selects the days and the keyword that the page shows. */
export function ViewFields({ view, today, keywords, onChange }: ViewFieldsProps) {
  const chooseRange = (value: string) => {
    if (value === CHOSEN) onChange({ ...view, days: undefined });
    else onChange({ ...view, days: Number(value) });
  };
  const chooseDay = (end: 'from' | 'until', day: string) => {
    if (day >= EARLIEST) onChange({ ...view, days: undefined, [end]: day });
  };
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Range">
        <Select value={view.days ?? CHOSEN} onChange={(event) => chooseRange(event.target.value)}>
          {ranges.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
          <option value={CHOSEN}>Custom</option>
        </Select>
      </Field>
      <Field label="Keyword">
        <Select
          value={view.keyword ?? ''}
          onChange={(event) => onChange({ ...view, keyword: event.target.value || undefined })}
        >
          <option value="">All keywords</option>
          {view.keyword && !keywords.has(view.keyword) && (
            <option value={view.keyword}>Deleted keyword</option>
          )}
          {[...keywords].map(([id, keyword]) => (
            <option key={id} value={id}>
              {keyword}
            </option>
          ))}
        </Select>
      </Field>
      {view.days === undefined && (
        <>
          <Field label="From">
            <DateInput
              type="date"
              defaultValue={view.from}
              max={view.until}
              onChange={(event) => chooseDay('from', event.target.value)}
            />
          </Field>
          <Field label="To">
            <DateInput
              type="date"
              defaultValue={view.until}
              min={view.from}
              max={today}
              onChange={(event) => chooseDay('until', event.target.value)}
            />
          </Field>
        </>
      )}
    </div>
  );
}
