import type { Mute } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { muteName } from '@/entities/mute/mutes';
import { counted } from '@/lib/number';

type UnmuteDialogProps = {
  mute: Mute;
  onUnmute: (restore: boolean) => void;
  onClose: () => void;
};

/** Asks whether the notifications that a mute has removed should be brought back. */
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
            Keep {cleaned === 1 ? 'it' : 'them'} deleted
          </Button>
          <Button onClick={() => end(true)}>Restore {cleaned === 1 ? 'it' : 'them'}</Button>
        </>
      }
    >
      <p className="text-ink-soft">
        When you muted it, {counted(cleaned, 'notification')} {cleaned === 1 ? 'was' : 'were'}{' '}
        deleted. Do you want to restore {cleaned === 1 ? 'it' : 'them'}?
      </p>
    </Dialog>
  );
}
