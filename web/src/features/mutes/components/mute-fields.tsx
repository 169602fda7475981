import type { ComponentProps } from 'react';

import type { MuteInput } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';

import { muteKinds, type TypedKind, typedKinds } from '../mute-kinds';
import type { MutableWatch } from './mutes-page';

/** What a mute holds for. */
export type Scope = Pick<MuteInput, 'watchId' | 'forDays'>;

const times: { forDays: Scope['forDays']; label: string }[] = [
  { forDays: null, label: 'For good' },
  { forDays: 1, label: 'For a day' },
  { forDays: 7, label: 'For a week' },
];

type MuteFieldsProps = {
  kind: TypedKind;
  onKind: (kind: TypedKind) => void;
  value: ComponentProps<typeof Input>;
  error: string | undefined;
  watches: readonly MutableWatch[];
  scope: Scope;
  onScope: (scope: Scope) => void;
};

export function MuteFields(props: MuteFieldsProps) {
  const { kind, onKind, value, error, watches, scope, onScope } = props;
  const kinds = Object.keys(typedKinds) as TypedKind[];
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_1fr]">
        <Field label="What">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) => onKind(target.value as TypedKind)}
            >
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {muteKinds[one].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={muteKinds[kind].label} error={error} hint={typedKinds[kind].hint}>
          {(control) => (
            <Input
              {...control}
              {...value}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              placeholder={typedKinds[kind].placeholder}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="For which keyword">
          {(control) => (
            <Select
              {...control}
              value={scope.watchId ?? ''}
              onChange={({ target }) => onScope({ ...scope, watchId: target.value || null })}
            >
              <option value="">All keywords</option>
              {watches.map(({ _id, keyword }) => (
                <option key={_id} value={_id}>
                  {keyword}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="How long">
          {(control) => (
            <Select
              {...control}
              value={String(scope.forDays)}
              onChange={({ target: { value } }) => {
                const time = times.find(({ forDays }) => String(forDays) === value);
                onScope({ ...scope, forDays: time?.forDays ?? null });
              }}
            >
              {times.map(({ forDays, label }) => (
                <option key={label} value={String(forDays)}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}
