import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';

import { Button } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';

import { sandboxPortalQuery } from '../api/sandbox-portal';
import { SandboxFrame } from './sandbox-frame';
import { SandboxGone } from './sandbox-gone';
import { SandboxSubscription } from './sandbox-subscription';

/** Where bills are looked after in a demo. */
export default function SandboxPortalPage() {
  const [params] = useSearchParams();
  const session = params.get('session') ?? '';
  const { data, error, isPending, refetch } = useQuery(sandboxPortalQuery(session));
  return (
    <SandboxFrame title="Your billing">
      {session && isPending && <RowSkeletons label="Loading your billing" rows={2} />}
      {(!session || (error && !data)) && (
        <SandboxGone error={error} what="your billing" onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="mt-5 grid gap-6">
          <SandboxSubscription portal={data} session={session} />
          <Button asChild variant="ghost" size="lg">
            <Link to={paths.subscription}>Back to Harken</Link>
          </Button>
        </div>
      )}
    </SandboxFrame>
  );
}
