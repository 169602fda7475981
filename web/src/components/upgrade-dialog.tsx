import { Check } from 'lucide-react';
import { useNavigate } from 'react-router';

import { paths } from '@/config/paths';

import { Button } from './ui/button';
import { Dialog } from './ui/dialog';

const usual = ['Unlimited keyword watches', 'Advanced filters and search', 'Email notifications'];

type UpgradeDialogProps = {
  open: boolean;
  onClose: () => void;
  title?: string;
  message?: string;
  benefits?: readonly string[];
};

/** Says what the plan does not allow and leads to the plans. */
export function UpgradeDialog({
  open,
  onClose,
  title = 'Upgrade to Pro',
  message = "You've reached the limit for free users. Upgrade to Pro for unlimited keyword watches and advanced features.",
  benefits = usual,
}: UpgradeDialogProps) {
  const navigate = useNavigate();
  const upgrade = () => {
    onClose();
    void navigate(paths.subscription);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={message}
      size="sm"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Maybe Later
          </Button>
          <Button onClick={upgrade}>Upgrade Now</Button>
        </>
      }
    >
      <ul className="grid gap-2.5 rounded-control bg-brand-soft px-4 py-4 font-medium text-brand-text">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-center gap-2.5">
            <Check aria-hidden className="size-4.5 shrink-0" />
            {benefit}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
