import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';

import { LoadFailed } from '@/components/ui/load-failed';
import { FullScreenSpinner } from '@/components/ui/spinner';
import { paths } from '@/config/paths';
import { hasCode } from '@/lib/http/api-error';

import { setupQuery } from '../api/get-setup';
import { AuthLayout } from './auth-layout';
import { SetupForm } from './setup-form';

/** The setup page of the first start, opened by the link that the server shows. */
export default function SetupPage() {
  const [params] = useSearchParams();
  const setupKey = params.get('key') ?? '';
  const setup = useQuery(setupQuery(setupKey));
  // Anything shown before would move.
  if (setup.isPending) return <FullScreenSpinner />;
  if (hasCode(setup.error, 'SETUP_LINK_INVALID')) return <LinkInvalid />;
  return (
    <AuthLayout
      title="Set up Harken"
      tagline="Fill in one form, and Harken starts listening. You can add Reddit, feeds and email later."
    >
      {setup.data ? (
        <SetupForm setupKey={setupKey} setup={setup.data} />
      ) : (
        <LoadFailed
          what="what can be set up"
          error={setup.error}
          onRetry={() => void setup.refetch()}
        />
      )}
    </AuthLayout>
  );
}

function LinkInvalid() {
  return (
    <AuthLayout
      title="This link does not work"
      tagline="It has been used, or it is more than a day old. Restart Harken: it prints a new link if there is still something to set up."
      footer={
        <p>
          Already have an account? <Link to={paths.login}>Sign in</Link>
        </p>
      }
    />
  );
}
