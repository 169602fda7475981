import { useState } from 'react';

import type { ProposedRule, Watch } from '@/api/types';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SwitchField } from '@/components/ui/switch-field';
import { Textarea } from '@/components/ui/textarea';

import { filterTexts } from '../form/filter-texts';

type RuleFieldsProps = {
  watch: Watch;
  /** The proposed rule; only what it changes can be edited here. */
  proposed: ProposedRule;
  rule: ProposedRule;
  onChange: (rule: ProposedRule) => void;
};

const lists = [
  { name: 'subreddits', label: 'Subreddits' },
  { name: 'excludedSubreddits', label: 'Excluded subreddits' },
  { name: 'excludedAuthors', label: 'Excluded authors' },
] as const;

export function RuleFields({ watch, proposed, rule, onChange }: RuleFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {proposed.keyword !== watch.keyword && (
        <Field label="Query" hint={`Now: ${watch.keyword}`}>
          <Textarea
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            value={rule.keyword}
            onChange={({ target }) => onChange({ ...rule, keyword: target.value })}
            className="font-mono"
          />
        </Field>
      )}
      {lists
        .filter(({ name }) => proposed[name].join() !== watch[name].join())
        .map(({ name, label }) => (
          <NameList
            key={name}
            label={label}
            now={watch[name]}
            names={rule[name]}
            onChange={(names) => onChange({ ...rule, [name]: names })}
          />
        ))}
      {filterTexts
        .filter(({ name }) => proposed.filters[name] !== watch.filters[name])
        .map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={rule.filters[name]}
            onChange={(on) => onChange({ ...rule, filters: { ...rule.filters, [name]: on } })}
          />
        ))}
    </div>
  );
}

type NameListProps = {
  label: string;
  now: readonly string[];
  names: readonly string[];
  onChange: (names: string[]) => void;
};

function NameList({ label, now, names, onChange }: NameListProps) {
  // The text as typed: a comma at its end does not separate names yet.
  const [text, setText] = useState(names.join(', '));
  return (
    <Field label={label} hint={`Now: ${now.join(', ') || 'none'}`}>
      <Input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value.split(/[\s,]+/).filter(Boolean));
        }}
      />
    </Field>
  );
}
