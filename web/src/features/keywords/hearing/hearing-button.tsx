import { Ear } from 'lucide-react';
import { useState } from 'react';

import type { Watch } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';

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
      <Tooltip text="Hearing test">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Hearing test: ${watch.keyword}`}
          onClick={open}
        >
          <Ear aria-hidden />
        </Button>
      </Tooltip>
      {isOpen && <HearingDialog watch={watch} started={started} onClose={() => setOpen(false)} />}
    </>
  );
}
