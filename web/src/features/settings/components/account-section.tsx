import { BadgeCheck, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { User } from '@/api/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { site } from '@/config/site';

import { zoneLabel } from '../time-zones';
import { ProfileDialog } from './profile-dialog';
import { SettingsSection } from './settings-section';

export function AccountSection({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  return (
    <SettingsSection
      id="account"
      action={
        <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
          Edit profile
        </Button>
      }
    >
      <AccountFacts user={user} />
      {editing && <ProfileDialog user={user} onClose={() => setEditing(false)} />}
    </SettingsSection>
  );
}

const provided = (text: string | undefined) => (text?.trim() ? text : 'Not provided');

/** The account's facts, with defaults for what a user stored by an earlier version lacks. */
function AccountFacts({ user }: { user: Partial<User> }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Fact name="Email">
        <span className="min-w-0 truncate" title={user.email}>
          {provided(user.email)}
        </span>
        <Badge tone={user.isEmailVerified ? 'good' : 'bad'}>
          {user.isEmailVerified && <BadgeCheck aria-hidden className="size-3.5" />}
          {user.isEmailVerified ? 'Verified' : 'Unverified'}
        </Badge>
      </Fact>
      <Fact name="Time zone">{zoneLabel(provided(user.timeZone))}</Fact>
      <Fact name="First name">
        <bdi>{provided(user.firstName)}</bdi>
      </Fact>
      <Fact name="Last name">
        <bdi>{provided(user.lastName)}</bdi>
      </Fact>
      {site.plansOn && <PlanFacts user={user} />}
    </dl>
  );
}

function PlanFacts({ user: { subscription } }: { user: Partial<User> }) {
  const plan = subscription?.plan ?? 'free';
  const status = subscription?.status ?? 'active';
  return (
    <>
      <Fact name="Subscription plan">
        <Badge tone="brand" className="capitalize">
          {plan}
        </Badge>
      </Fact>
      <Fact name="Subscription status">
        <Badge tone={status === 'active' ? 'good' : 'bad'} className="capitalize">
          {status.replaceAll('_', ' ')}
        </Badge>
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 flex min-w-0 items-center gap-2 font-medium">{children}</dd>
    </div>
  );
}
