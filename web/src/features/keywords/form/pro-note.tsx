import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { showUpgrade } from '@/lib/upgrade';

/** Says, before anything is filled in, that `what` can be tried here and saved with Pro. */
export const ProNote = ({ what }: { what: string }) => (
  <Alert>
    {`${what} are part of Pro. You can try them here and see what they match, but not save them. `}
    <Button variant="link" onClick={() => showUpgrade('advanced')} className="text-sm">
      See what Pro includes
    </Button>
  </Alert>
);
