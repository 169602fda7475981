import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';

import type { AdminUser } from '@/api/types';
import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { NextPage } from '@/components/ui/next-page';
import { QueryList } from '@/components/ui/query-list';
import { useSettled } from '@/lib/use-settled';

import { usersQuery } from '../api/list-users';
import { InviteDialog } from './invite-dialog';
import { UserDialog } from './user-dialog';
import { UserRow } from './user-row';

/** The pause in typing after which the search starts, in ms. */
const SETTLE_MS = 250;

export function UsersSection() {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), SETTLE_MS);
  const query = useInfiniteQuery(usersQuery(search));
  const [shown, setShown] = useState<AdminUser | null>(null);
  const [inviting, setInviting] = useState(false);

  return (
    <SectionCard
      title="Accounts"
      action={
        <Button variant="secondary" size="sm" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden />
          Invite
        </Button>
      }
    >
      <div className="border-b border-line px-5 py-4">
        <Field label="Find by email address" hint="The newest accounts come first.">
          <Input
            type="search"
            autoComplete="off"
            maxLength={254}
            placeholder="The beginning of an address"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      <QueryList
        query={query}
        entries={query.data?.pages.flatMap((page) => page.users)}
        what="the accounts"
        label="Loading accounts"
        rows={4}
        empty={
          <EmptyState
            icon={SearchX}
            title="No account found"
            text="No address begins with what you entered."
          />
        }
      >
        {(users) => (
          <ul aria-label="Accounts" className="divide-y divide-line">
            {users.map((user) => (
              <UserRow key={user._id} user={user} onOpen={() => setShown(user)} />
            ))}
          </ul>
        )}
      </QueryList>
      {query.hasNextPage && (
        <div className="border-t border-line px-5 py-4">
          <NextPage
            query={query}
            size="sm"
            label="Show more accounts"
            failed="More accounts could not be loaded. Please try again."
          />
        </div>
      )}
      {shown && <UserDialog user={shown} onClose={() => setShown(null)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SectionCard>
  );
}
