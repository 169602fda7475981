import { type ReactNode, type SubmitEvent, useState } from 'react';

import type { EndpointInput } from '@/api/types';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { useForm } from '@/lib/form';

import { generalText, refusedFields } from '../channel-refusal';
import { addressProblem, type ChannelKind, type FieldName, kinds } from '../kinds';
import { templateOf, type TemplateText } from '../template';
import { AddressFields } from './address-fields';
import { GapsChoice } from './gaps-choice';
import { KeywordChoice } from './keyword-choice';
import { TemplateFields } from './template-fields';

type ChannelFormProps = {
  /** The form's id, for the submit button outside of it. */
  id: string;
  kind: ChannelKind;
  /** The error of the last attempt. */
  failure: Error | null;
  /** Content below the fields. */
  notice?: ReactNode;
  onEdit: () => void;
  onSubmit: (input: EndpointInput) => void;
};

const empty = { url: '', botToken: '', chatId: '', token: '' };

/** The fields of one kind of channel. The server's errors are shown at their fields. */
export function ChannelForm({ id, kind, failure, notice, onEdit, onSubmit }: ChannelFormProps) {
  const { label, fields } = kinds[kind];
  const [watchIds, setWatchIds] = useState<string[] | null>(null);
  const [reportsGaps, setReportsGaps] = useState(false);
  const [template, setTemplate] = useState<TemplateText | null>(null);
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { ...empty, name: label },
    validate: (values) => {
      const required = fields.filter(({ name, optional }) => !optional && !values[name].trim());
      const missing = required.map(({ name, label }) => [name, `${label} is required`]);
      const wrong = { url: values.url.trim() ? addressProblem(values.url.trim()) : undefined };
      const name = values.name.trim() ? undefined : 'Name is required';
      return { ...wrong, name, ...(Object.fromEntries(missing) as Partial<typeof empty>) };
    },
    onEdit,
  });
  const refused = refusedFields(failure);
  const nothingChosen = sent && watchIds?.length === 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (!form.check(event.currentTarget) || watchIds?.length === 0) return;
    const given = fields.map(({ name }): [FieldName, string] => [name, form.values[name].trim()]);
    const filled = Object.fromEntries(given.filter(([, value]) => value)) as typeof empty;
    const name = form.values.name.trim();
    const shape = template && { template: templateOf(template) };
    onSubmit({ ...filled, ...shape, channel: kind, name, watchIds, reportsGaps });
  };

  const general = generalText(failure, [
    ...fields.map(({ name }) => name),
    'name',
    'watchIds',
    'template',
    'template.headers',
    'template.body',
  ]);
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <FormFailure text={general} error={failure} />
      <AddressFields
        kind={kind}
        input={form.input}
        error={(name) => form.error(name) ?? refused[name]}
      />
      {kind === 'webhook' && (
        <TemplateFields
          value={template}
          refused={refused}
          onChange={(changed) => {
            setTemplate(changed);
            onEdit();
          }}
        />
      )}
      <Field label="Name" error={form.error('name') ?? refused.name} hint="Shown only in Harken.">
        <Input {...form.input('name')} required maxLength={100} autoComplete="off" />
      </Field>
      <KeywordChoice
        chosen={watchIds}
        error={nothingChosen ? 'Select at least one keyword' : refused.watchIds}
        onChange={(chosen) => {
          setWatchIds(chosen);
          onEdit();
        }}
      />
      <GapsChoice
        on={reportsGaps}
        onChange={(on) => {
          setReportsGaps(on);
          onEdit();
        }}
      />
      {notice}
    </form>
  );
}
