import { type SubmitEvent, useState } from 'react';

import type { InstanceSettings, RegistrationMode, SettingsChange } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { SwitchField } from '@/components/ui/switch-field';
import { paths } from '@/config/paths';
import { site } from '@/config/site';
import { showFailure } from '@/lib/failure-toast';
import { showToast } from '@/lib/toasts';

import { useChangeSettings } from '../api/settings';
import { changeOf, CONFIGURED_TEXT, type Edits, limitError } from '../settings-edits';
import { LimitField } from './limit-field';

const modes: { value: RegistrationMode; label: string }[] = [
  { value: 'open', label: 'Anyone' },
  { value: 'invite', label: 'Anyone with an invitation' },
  { value: 'closed', label: 'Nobody' },
];

export function SettingsForm({ settings }: { settings: InstanceSettings }) {
  const [edits, setEdits] = useState<Edits>({});
  const change = useChangeSettings();
  const edit = (more: Edits) => setEdits((before) => ({ ...before, ...more }));
  const { registration, statusPage } = settings;
  const changed: SettingsChange = changeOf(settings, edits);
  const isChanged = Object.keys(changed).length > 0;
  const isWrong = [edits.accounts, edits.watches, edits.patterns].some(limitError);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWrong || change.isPending) return;
    change.mutate(changed, {
      onSuccess: () => {
        setEdits({});
        showToast({ type: 'success', title: 'The settings are saved' });
      },
      onError: (error) => showFailure('The settings could not be saved', error),
    });
  };

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6 px-5 py-5">
      <Field
        label="Who can create an account"
        hint={
          site.sendsMail
            ? registration.isConfigured && CONFIGURED_TEXT
            : 'This server sends no email, so nobody can register.'
        }
      >
        <Select
          className="max-w-sm"
          disabled={registration.isConfigured}
          value={edits.registration ?? registration.mode}
          options={modes}
          onChange={({ target }) => edit({ registration: target.value as RegistrationMode })}
        />
      </Field>
      <SwitchField
        label="Public status page"
        hint={
          statusPage.isConfigured
            ? CONFIGURED_TEXT
            : `Anyone can see at ${location.origin}${paths.status} whether sources are read and messages are sent on time.`
        }
        checked={edits.hasStatusPage ?? statusPage.isOn}
        disabled={statusPage.isConfigured}
        onChange={(hasStatusPage) => edit({ hasStatusPage })}
      />
      <fieldset className="grid grid-cols-1 gap-2">
        <legend className="text-sm font-semibold">Limits for the whole server</legend>
        <p className="text-sm text-ink-faint">
          Leave a field empty for no limit. What is there already stays when a limit is lower.
        </p>
        <div className="mt-1 grid grid-cols-1 gap-4 sm:grid-cols-3">
          <LimitField
            label="Accounts"
            setting={settings.accounts}
            edited={edits.accounts}
            onEdit={(accounts) => edit({ accounts })}
          />
          <LimitField
            label="Active keywords"
            setting={settings.watches}
            edited={edits.watches}
            onEdit={(watches) => edit({ watches })}
          />
          <LimitField
            label="Regular expressions"
            setting={settings.patterns}
            edited={edits.patterns}
            onEdit={(patterns) => edit({ patterns })}
          />
        </div>
      </fieldset>
      <Button
        type="submit"
        className="justify-self-start"
        busy={change.isPending}
        disabled={!isChanged || isWrong}
      >
        Save settings
      </Button>
    </form>
  );
}
