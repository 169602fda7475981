import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/lib/toasts';
import { showPlanLimit } from '@/lib/upgrade';

import { useAddChannel } from '../api/save-channel';
import { type ChannelKind, kinds } from '../kinds';
import { ChannelForm } from './channel-form';
import { KindChoice } from './kind-choice';

/** Adds a channel: first its kind, then the fields of that kind. Mounted while it is open. */
export function AddChannelDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [kind, setKind] = useState<ChannelKind | null>(null);
  const add = useAddChannel();
  const back = () => {
    add.reset();
    setKind(null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={kind ? `Add ${kinds[kind].label}` : 'Add a channel'}
      description={kind ? kinds[kind].where : 'Where should alerts go?'}
      footer={
        kind && (
          <>
            <Button variant="secondary" onClick={back}>
              Back
            </Button>
            <Button type="submit" form={formId} busy={add.isPending}>
              Add channel
            </Button>
          </>
        )
      }
    >
      {kind ? (
        <ChannelForm
          key={kind}
          id={formId}
          kind={kind}
          failure={add.error}
          onEdit={() => add.reset()}
          onSubmit={(input) =>
            add.mutate(input, {
              onSuccess: ({ name }) => {
                showToast({
                  type: 'success',
                  title: `${name} has been added`,
                  text: '“Send test” shows whether alerts arrive.',
                });
                onClose();
              },
              onError: (error) => void showPlanLimit(error, 'channels'),
            })
          }
        />
      ) : (
        <KindChoice onChoose={setKind} />
      )}
    </Dialog>
  );
}
