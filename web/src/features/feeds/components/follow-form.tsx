import { type SubmitEvent, useState } from 'react';

import type { FeedChoice, FollowedFeed } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useForm } from '@/lib/form';
import { ApiError, formErrorText, RateLimitedError } from '@/lib/http/api-error';
import { showToast } from '@/lib/toasts';

import { useFollowFeed } from '../api/follow-feed';
import { presets } from '../presets';
import { FeedChoices } from './feed-choices';

type FollowFormProps = { feeds: readonly FollowedFeed[] };

/**
 * Follows a feed by its address, by that of a web page, then of one of the page's feeds, or by a name at
 * a known service.
 */
export function FollowForm({ feeds }: FollowFormProps) {
  const follow = useFollowFeed();
  const [choices, setChoices] = useState<readonly FeedChoice[]>([]);
  const [service, setService] = useState('');
  const preset = presets.find(({ label }) => label === service);
  const form = useForm({
    initial: { address: '', username: '', password: '' },
    validate: ({ address }) => {
      const entered = address.trim();
      if (preset && !preset.pattern.test(entered))
        return { address: `Enter something like ${preset.placeholder}` };
      return entered ? {} : { address: 'Enter an address' };
    },
    onEdit: () => {
      follow.reset();
      setChoices([]);
    },
  });
  const input = form.input('address');
  const { error } = follow;
  const refused = error instanceof ApiError ? error.fields.address : undefined;
  const needsPassword = refused?.includes('(401)') ?? false;
  // The layout's toast reports a rate limit.
  const failed = error instanceof RateLimitedError ? null : error;
  const failure =
    failed && formErrorText(failed, 'The feed could not be followed. Please try again.');

  const username = form.input('username');
  const password = form.input('password');
  // Sent when they are filled in, and only to the address that was entered with them.
  const credentials =
    username.value || password.value
      ? { username: username.value, password: password.value }
      : undefined;

  const send = (address: string, isChoice: boolean) =>
    follow.mutate(
      { address, ...credentials },
      {
        onSuccess: ({ feed, isNew, choices: found }) => {
          if (!feed) {
            setChoices(found);
            return;
          }
          showToast({
            type: isNew ? 'success' : 'info',
            title: isNew ? `You follow ${feed.title}` : `You follow ${feed.title} already`,
            text: isNew ? 'Select it among the sources of a keyword.' : undefined,
          });
          // Of several feeds the user may want another one.
          if (!isChoice) clear();
        },
      },
    );
  const clear = () => {
    form.clear();
    setChoices([]);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (follow.isPending || !form.check(event.currentTarget)) return;
    const entered = input.value.trim();
    send(preset ? preset.addressOf(entered) : entered, false);
  };

  return (
    <div className="grid grid-cols-1 gap-5">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <FormFailure text={failure} error={error} />
        <Field label="What do you want to follow?">
          <Select
            value={service}
            onChange={({ target }) => {
              clear();
              setService(target.value);
            }}
          >
            <option value="">A blog, a news site or any feed</option>
            {presets.map(({ label }) => (
              <option key={label}>{label}</option>
            ))}
          </Select>
        </Field>
        <Field
          label={preset?.field ?? 'Address of a feed or a web page'}
          error={form.error('address') ?? refused}
          hint={preset ? undefined : 'For most blogs, the address of the blog is enough.'}
        >
          <div className="flex flex-wrap gap-3 sm:flex-nowrap">
            <Input
              {...input}
              required
              inputMode={preset ? 'text' : 'url'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2000}
              placeholder={preset?.placeholder ?? 'blog.example'}
            />
            <Button
              type="submit"
              busy={follow.isPending && choices.length === 0}
              className="max-sm:w-full"
            >
              Follow
            </Button>
          </div>
        </Field>
        <details open={credentials !== undefined || needsPassword || undefined}>
          <summary className="cursor-pointer text-sm text-ink-soft">
            The feed needs a password
          </summary>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <Field
              label="User name"
              error={error instanceof ApiError ? error.fields.username : undefined}
            >
              <Input
                {...username}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
              />
            </Field>
            <Field
              label="Password"
              hint="Stored encrypted, and sent only to this address’s server."
            >
              <Input {...password} type="password" autoComplete="off" maxLength={200} />
            </Field>
          </div>
        </details>
      </form>
      {choices.length > 0 && (
        <FeedChoices
          choices={choices}
          followed={feeds.map(({ address }) => address)}
          busy={follow.isPending ? follow.variables.address : undefined}
          onFollow={(address) => send(address, true)}
          onClose={clear}
        />
      )}
    </div>
  );
}
