import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { useSettled } from '@/lib/use-settled';

import { templatePreviewQuery } from '../api/template';
import { refusedFields } from '../channel-refusal';
import { knownRecipes, type Method, methods, type TemplateText } from '../template';

type TemplateFieldsProps = {
  /** Null for Harken's own format. */
  value: TemplateText | null;
  /** The server's errors by field. */
  refused: Partial<Record<string, string>>;
  onChange: (value: TemplateText | null) => void;
};

const CUSTOM = 'custom';
const SETTLE_MS = 400;

/** Chooses the form of a webhook's requests: Harken's own, that of a known service, or another. */
export function TemplateFields({ value, refused, onChange }: TemplateFieldsProps) {
  const [chosen, setChosen] = useState(value ? CUSTOM : '');
  const recipe = knownRecipes.find(({ name }) => name === chosen);
  const choose = (name: string) => {
    setChosen(name);
    const known = knownRecipes.find((one) => one.name === name)?.text;
    const first = { method: 'POST', headers: '', body: '{ "text": "{{title}} {{url}}" }' } as const;
    onChange(name === '' ? null : (known ?? value ?? first));
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Field
        label="Request format"
        error={refused.template}
        hint={recipe?.url ? `The address is ${recipe.url}` : undefined}
      >
        <Select value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">Harken’s own</option>
          {knownRecipes.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          <option value={CUSTOM}>Custom</option>
        </Select>
      </Field>
      {value && <Fields value={value} refused={refused} onChange={onChange} />}
    </div>
  );
}

type FieldsProps = TemplateFieldsProps & { value: TemplateText };

function Fields({ value, refused, onChange }: FieldsProps) {
  const preview = useQuery(templatePreviewQuery(useSettled(value, SETTLE_MS)));
  const wrong = { ...refused, ...refusedFields(preview.error) };
  const names = Object.keys(preview.data?.values ?? {});
  return (
    <>
      <Field label="Method">
        <Select
          value={value.method}
          options={methods.map((method) => ({ value: method, label: method }))}
          onChange={({ target }) => onChange({ ...value, method: target.value as Method })}
        />
      </Field>
      <Field
        label="Headers"
        error={wrong['template.headers']}
        hint="One a line, such as “Authorization: Bearer …”. Stored encrypted."
      >
        <Textarea
          rows={2}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          value={value.headers}
          onChange={({ target }) => onChange({ ...value, headers: target.value })}
        />
      </Field>
      <Field
        label="Body"
        error={wrong['template.body']}
        hint={
          names.length > 0
            ? `JSON. Its texts may hold ${names.map((name) => `{{${name}}}`).join(' ')}; {{title:100}} has at most 100 characters.`
            : 'JSON'
        }
      >
        <Textarea
          rows={8}
          spellCheck={false}
          className="font-mono"
          value={value.body}
          onChange={({ target }) => onChange({ ...value, body: target.value })}
        />
      </Field>
      {preview.data && !preview.error && (
        <section aria-label="Preview" className="grid grid-cols-1 gap-1.5">
          <h3 className="text-sm font-semibold">Preview</h3>
          <pre
            tabIndex={0}
            className="max-h-48 overflow-auto rounded-control bg-sunken p-3 text-xs break-all whitespace-pre-wrap"
          >
            {JSON.stringify(JSON.parse(preview.data.body), null, 2)}
          </pre>
        </section>
      )}
    </>
  );
}
