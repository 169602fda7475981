import type { Mute } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { muteName } from '@/entities/mute/mutes';

import { countText } from '../use-unmute';

type UnmuteDialogProps = {
  mute: Mute;
  onUnmute: (restore: boolean) => void;
  onClose: () => void;
};

/** For a mute that has removed notifications: asks whether they are to come back. */
export function UnmuteDialog({ mute, onUnmute, onClose }: UnmuteDialogProps) {
  const { cleaned } = mute;
  const end = (restore: boolean) => {
    onUnmute(restore);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Unmute ${muteName(mute)}?`}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={() => end(false)}>
            Leave {cleaned === 1 ? 'it' : 'them'} removed
          </Button>
          <Button onClick={() => end(true)}>Bring {cleaned === 1 ? 'it' : 'them'} back</Button>
        </>
      }
    >
      <p className="text-ink-soft">
        When it was muted, {countText(cleaned)} {cleaned === 1 ? 'was' : 'were'} removed. Shall{' '}
        {cleaned === 1 ? 'it' : 'they'} come back?
      </p>
    </Dialog>
  );
}
