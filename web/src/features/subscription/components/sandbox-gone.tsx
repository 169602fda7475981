import { Unplug } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { paths } from '@/config/paths';
import { hasCode } from '@/lib/http/api-error';

type SandboxGoneProps = { error: Error | null; what: string; onRetry: () => void };

/** What stands in a page of the sandbox that could not be loaded: such pages end, as real ones do. */
export function SandboxGone({ error, what, onRetry }: SandboxGoneProps) {
  if (error && !hasCode(error, 'NOT_FOUND')) return <LoadFailed what={what} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={Unplug}
      title="This page is no longer open"
      text="It has been used already, is more than a day old, or belongs to another account."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.subscription}>To your subscription</Link>
        </Button>
      }
    />
  );
}
