import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { Setup } from '@/api/types';
import { Button } from '@/components/ui/button';
import { FormFailure } from '@/components/ui/form-failure';
import { paths } from '@/config/paths';
import { useForm } from '@/lib/form';
import { ApiError } from '@/lib/http/api-error';

import { useFinishSetup } from '../api/finish-setup';
import { profileQuery } from '../api/get-profile';
import { useLogin } from '../api/login';
import { newAccount, registrationErrors } from '../validation';
import { AccountFields } from './account-fields';
import { SiteChoice } from './site-choice';

/** Creates the first account and selects the sites to read, in one form. */
export function SetupForm({ setupKey, setup }: { setupKey: string; setup: Setup }) {
  const { needsAccount, sites } = setup;
  const [chosen, setChosen] = useState<readonly string[]>(sites);
  const finish = useFinishSetup();
  const login = useLogin();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: newAccount,
    validate: (values) => (needsAccount ? registrationErrors(values) : {}),
  });
  const choose = (place: string, on: boolean) =>
    setChosen(sites.filter((site) => (site === place ? on : chosen.includes(site))));

  const send = async () => {
    const { password } = form.values;
    const email = form.values.email.trim();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const account = {
      email,
      password,
      firstName: form.values.firstName.trim(),
      lastName: form.values.lastName.trim(),
      timeZone,
    };
    try {
      await finish.mutateAsync({
        key: setupKey,
        sites: [...chosen],
        ...(needsAccount && { account }),
      });
    } catch (error) {
      form.fail(error, 'This could not be saved. Please try again.');
      if (error instanceof ApiError) form.setRefused(ofAccount(error.fields));
      return;
    }
    if (needsAccount) await login.mutateAsync({ email, password }).catch(() => undefined);
    else await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    // Users who are not signed in by now are redirected to the login.
    void navigate(paths.dashboard, { replace: true });
  };

  const busy = finish.isPending || login.isPending;
  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-8">
      <FormFailure {...form.failure} />
      {sites.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-3 text-lg font-semibold text-ink">Where Harken listens</legend>
          {sites.map((place) => (
            <SiteChoice
              key={place}
              place={place}
              checked={chosen.includes(place)}
              onChange={(on) => choose(place, on)}
            />
          ))}
        </fieldset>
      )}
      {needsAccount && (
        <fieldset className="grid gap-5">
          <legend className="mb-3 text-lg font-semibold text-ink">Your account</legend>
          <AccountFields form={form} />
        </fieldset>
      )}
      <Button type="submit" busy={busy} className="w-full">
        {busy ? 'Starting...' : chosen.length > 0 ? 'Start listening' : 'Finish'}
      </Button>
    </form>
  );
}

/** Returns the errors of the account's fields, which the server names as parts of `account`. */
const ofAccount = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.replace(/^account\./, ''), text]),
  );
