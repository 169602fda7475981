import { Ear } from 'lucide-react';
import { useState } from 'react';

import type { Watch } from '@/api/types';
import { IconButton } from '@/components/ui/icon-button';

import { HearingDialog } from './hearing-dialog';
import { useStartHearing } from './use-hearing';

/** Lets users check that a keyword alerts them. */
export function HearingButton({ watch }: { watch: Watch }) {
  const [isOpen, setOpen] = useState(false);
  const started = useStartHearing(watch._id);
  const open = () => {
    started.start();
    setOpen(true);
  };
  return (
    <>
      <IconButton
        icon={Ear}
        name={`Hearing test: ${watch.keyword}`}
        words="Hearing test"
        onClick={open}
      />
      {isOpen && <HearingDialog watch={watch} started={started} onClose={() => setOpen(false)} />}
    </>
  );
}
