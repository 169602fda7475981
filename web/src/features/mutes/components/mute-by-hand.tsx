import { useState } from 'react';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { MuteDialog } from '@/entities/mute/mute-dialog';
import type { MutableWatch } from '@/entities/mute/mute-scope-fields';
import { useOfferedSites } from '@/entities/site/offered-sites';
import { placeLabel, placeOf } from '@/lib/places';

import { muteKinds, type TypedKind, typedKinds } from '../mute-kinds';

const kinds = Object.keys(typedKinds) as TypedKind[];

type MuteByHandProps = {
  watches: readonly MutableWatch[];
  /** The keyword that is selected at first; null for all. */
  watchId: string | null;
  onClose: () => void;
};

/** Mutes what is typed in. Mounted while open. */
export function MuteByHand({ watches, watchId, onClose }: MuteByHandProps) {
  const [kind, setKind] = useState<TypedKind>('author');
  const [typed, setTyped] = useState('');
  const value = typed.trim();
  const [site] = useOfferedSites();
  const isPlace = kind === 'subreddit';
  const labelOf = (one: TypedKind) =>
    one === 'subreddit' && site ? 'Subreddit or site' : muteKinds[one].label;
  const label = labelOf(kind);
  const { hint, placeholder } = typedKinds[kind];
  const example = isPlace && site ? `${placeholder} or ${placeLabel(site)}` : placeholder;
  return (
    <MuteDialog
      title="Mute something"
      what={value ? [{ kind, value: isPlace ? placeOf(value) : value }] : null}
      watches={watches}
      watchId={watchId}
      onClose={onClose}
    >
      {({ tried, refusal }) => (
        <div className="grid items-start gap-5 sm:grid-cols-[12rem_1fr]">
          <Field label="What">
            <Select
              value={kind}
              options={kinds.map((value) => ({ value, label: labelOf(value) }))}
              onChange={({ target }) => setKind(target.value as TypedKind)}
            />
          </Field>
          <Field
            label={label}
            error={refusal ?? (tried && !value ? `${label} is required` : undefined)}
            hint={hint}
          >
            <Input
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              placeholder={example}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        </div>
      )}
    </MuteDialog>
  );
}
