import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

import { useTryAndAdd } from '../api/try-and-add';
import { type ChannelKind, kinds } from '../kinds';
import { ChannelForm } from './channel-form';
import { FailedTest } from './failed-test';
import { KindChoice } from './kind-choice';

/**
 * Adds a channel: first its kind, then the fields of that kind, and a test before it goes live.
 * Mounted while open.
 */
export function AddChannelDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [kind, setKind] = useState<ChannelKind | null>(null);
  const adding = useTryAndAdd(onClose);
  const back = () => {
    adding.reset();
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
            {adding.addAnyway && (
              <Button variant="secondary" onClick={adding.addAnyway}>
                Add anyway
              </Button>
            )}
            <Button type="submit" form={formId} busy={adding.isPending}>
              {adding.failedTest ? 'Try again' : 'Add channel'}
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
          failure={adding.failure}
          notice={adding.failedTest && <FailedTest tested={adding.failedTest} />}
          onEdit={adding.reset}
          onSubmit={adding.tryAndAdd}
        />
      ) : (
        <KindChoice onChoose={setKind} />
      )}
    </Dialog>
  );
}
