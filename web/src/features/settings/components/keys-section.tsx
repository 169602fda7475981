import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { ApiKey } from '@/api/types';
import { Button } from '@/components/ui/button';
import { QueryList } from '@/components/ui/query-list';
import { numberText } from '@/lib/number';

import { keysQuery } from '../api/keys';
import { CreateKeyDialog } from './create-key-dialog';
import { KeyRow } from './key-row';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { SettingsSection } from './settings-section';

const HINT = 'keys-hint';

export function KeysSection() {
  const query = useQuery(keysQuery);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const { keys, limit = Infinity } = query.data ?? {};
  const isFull = keys !== undefined && keys.length >= limit;

  return (
    <SettingsSection
      id="keys"
      text={
        <span id={HINT}>
          {isFull
            ? `You have all ${numberText(limit)} keys that an account can have. Revoke one to create another.`
            : 'Let a program or an assistant of yours read alerts or change keywords.'}
        </span>
      }
      action={
        <Button
          variant="secondary"
          size="sm"
          disabled={isFull}
          aria-describedby={HINT}
          onClick={() => setCreating(true)}
        >
          <Plus aria-hidden className="max-sm:hidden" />
          Create key
        </Button>
      }
    >
      <div className="-mx-5 -my-5 sm:-mx-6">
        <QueryList
          query={query}
          entries={keys}
          what="your API keys"
          label="Loading API keys"
          rows={1}
          empty={<p className="px-5 py-4 text-ink-faint sm:px-6">You have no API keys.</p>}
        >
          {(shown) => (
            <ul aria-label="API keys" className="divide-y divide-line">
              {shown.map((key) => (
                <KeyRow key={key._id} apiKey={key} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </SettingsSection>
  );
}
