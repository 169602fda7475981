import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { paths } from '@/config/paths';
import { profileQuery } from '@/features/auth/api/get-profile';
import type { Wanted } from '@/lib/upgrade';

import { upgradeTexts } from './upgrade-texts';

type UpgradeDialogProps = {
  wanted: Wanted;
  /** Replaces the general text. */
  message: string | undefined;
  onClose: () => void;
};

/** Explains what the plan does not include and leads to the plans. */
export default function UpgradeDialog({ wanted, onClose, ...props }: UpgradeDialogProps) {
  const { title, benefits, message } = upgradeTexts[wanted];
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    // Pro may have ended since this page was opened, and the page should then stop offering it.
    void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [queryClient]);

  const upgrade = () => {
    onClose();
    void navigate(paths.subscription);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={props.message ?? message}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
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
