import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { SectionCard } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { showToast } from '@/lib/toasts';

import type { Channel } from '../api/list-channels';
import { useRotateSecret, useShowSecret } from '../api/signing-secret';
import { showChannelFailure } from '../channel-failure';

/** The secret that signs a webhook's requests, shown on request. */
export function SigningSecretCard({ channel: { _id, name } }: { channel: Channel }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const show = useShowSecret(_id);
  const rotate = useRotateSecret(_id);
  const reveal = () =>
    show.mutate(undefined, {
      onSuccess: setSecret,
      onError: showChannelFailure('The secret could not be loaded'),
    });
  const replace = () =>
    rotate.mutate(undefined, {
      onSuccess: (fresh) => {
        setSecret(fresh);
        showToast({ type: 'success', title: `${name} has a new secret` });
      },
      onError: showChannelFailure('The secret could not be changed'),
      onSettled: () => setAsking(false),
    });

  return (
    <SectionCard
      title="Signing secret"
      action={
        <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
          Get a new secret
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3 px-5 py-4">
        <p className="text-ink-soft">
          Each request is signed with it, as specified by Standard Webhooks. Check the{' '}
          <code className="font-mono text-sm">webhook-signature</code> header before you trust a
          request.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {secret ? (
            <>
              <code className="min-w-0 rounded-control bg-sunken px-3 py-2 font-mono text-sm break-all">
                {secret}
              </code>
              <CopyButton text={secret} what="The secret" />
              <Button variant="ghost" size="sm" onClick={() => setSecret(null)}>
                <EyeOff aria-hidden />
                Hide
              </Button>
            </>
          ) : (
            <Button variant="secondary" size="sm" busy={show.isPending} onClick={reveal}>
              {!show.isPending && <Eye aria-hidden />}
              Show secret
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={replace}
        question={`Get a new secret for ${name}?`}
        text="From then on, requests are signed with the new secret. Until your server knows it, it will reject them."
        confirm="Get a new secret"
        busy={rotate.isPending}
      />
    </SectionCard>
  );
}
