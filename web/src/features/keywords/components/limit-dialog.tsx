import { UpgradeDialog } from '@/components/upgrade-dialog';

/** Why the upgrade popup shows, if it does. */
export type UpgradeReason = 'keyword-limit' | 'pro-only' | null;

type LimitDialogProps = { reason: UpgradeReason; onClose: () => void };

export function LimitDialog({ reason, onClose }: LimitDialogProps) {
  if (reason !== 'keyword-limit') {
    return <UpgradeDialog open={reason === 'pro-only'} onClose={onClose} />;
  }
  return (
    <UpgradeDialog
      open
      onClose={onClose}
      title="Keyword Limit Reached"
      message="You've reached the maximum of 3 keywords for free users. Upgrade to Pro for unlimited keyword watches!"
    />
  );
}
