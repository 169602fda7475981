import type { QueryChip, QueryChips, QueryField } from '@/lib/matcher/matcher';

/** The position of a chip: its group, one past the last for a new group, and its index there. */
export type ChipPosition = { group: number | 'excluded'; chip: number };

export const noChips: QueryChips = { groups: [], excluded: [] };

export const newChip: QueryChip = {
  field: 'text',
  form: 'words',
  text: '',
  openStart: false,
  openEnd: false,
};

export const isEmptyQuery = ({ groups, excluded, kind, minScore }: QueryChips) =>
  groups.length === 0 && excluded.length === 0 && kind === undefined && minScore === undefined;

export function chipAt({ groups, excluded }: QueryChips, at: ChipPosition): QueryChip | undefined {
  return (at.group === 'excluded' ? excluded : groups[at.group])?.[at.chip];
}

/** Returns the chips with `chip` at a position, or without the chip there. */
export function withChip(chips: QueryChips, at: ChipPosition, chip: QueryChip | null): QueryChips {
  const change = (list: readonly QueryChip[]) =>
    list.toSpliced(at.chip, 1, ...(chip === null ? [] : [chip]));
  if (at.group === 'excluded') return { ...chips, excluded: change(chips.excluded) };
  const group = change(chips.groups[at.group] ?? []);
  const groups = chips.groups.toSpliced(at.group, 1, ...(group.length > 0 ? [group] : []));
  return { ...chips, groups };
}

export const fields: { value: QueryField; label: string }[] = [
  { value: 'text', label: 'Title and text' },
  { value: 'title', label: 'Title' },
  { value: 'body', label: 'Text' },
  { value: 'flair', label: 'Flair' },
  { value: 'url', label: 'Linked address' },
  { value: 'author', label: 'Author' },
  { value: 'sub', label: 'Subreddit' },
  { value: 'site', label: 'Site' },
];

type Form = Pick<QueryChip, 'form' | 'openStart' | 'openEnd'> & { value: string; label: string };

const whole = { form: 'words', openStart: false, openEnd: false } as const;

export const forms: Form[] = [
  { ...whole, value: 'whole', label: 'Whole words' },
  { ...whole, value: 'begin', label: 'Beginning of a word', openEnd: true },
  { ...whole, value: 'end', label: 'End of a word', openStart: true },
  { ...whole, value: 'part', label: 'Any part of a word', openStart: true, openEnd: true },
  { ...whole, value: 'exact', label: 'Exact symbols and case', form: 'exact' },
  { ...whole, value: 'pattern', label: 'Regular expression', form: 'pattern' },
];

/** Returns the value in `forms` that a chip has. */
export function formOf({ form, openStart, openEnd }: QueryChip): string {
  const same = forms.find(
    (one) =>
      one.form === form &&
      (form !== 'words' || (one.openStart === openStart && one.openEnd === openEnd)),
  );
  return same?.value ?? 'whole';
}

/** Returns a chip as it is written in a query, except for quotes around single words. */
export function notation({ field, form, text, openStart, openEnd }: QueryChip): string {
  const prefix = field === 'text' ? '' : `${field}:`;
  if (form === 'exact') return `${prefix}\`${text}\``;
  if (form === 'pattern') return `${prefix}/${text}/`;
  const quote = /\s/.test(text) ? '"' : '';
  return `${prefix}${openStart ? '*' : ''}${quote}${text}${quote}${openEnd ? '*' : ''}`;
}
