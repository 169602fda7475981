import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';

import { PublicHeader } from '@/components/public-header';
import { SiteFooter } from '@/components/site-footer';
import { Alert } from '@/components/ui/alert';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadFailed } from '@/components/ui/load-failed';
import { RowSkeletons } from '@/components/ui/skeleton';
import { paths } from '@/config/paths';
import { publicPageTitle } from '@/config/public-pages';
import { ApiError } from '@/lib/http/api-error';

import { publicStatusQuery } from '../api/public-status';
import { PublicStatusBody } from './public-status-body';

/** The public page about the server's health. */
export default function PublicStatusPage() {
  const { data, isPending, isError, error, refetch } = useQuery(publicStatusQuery);
  // The page may have been switched off since this one was loaded.
  const isOff = error instanceof ApiError && error.status === 404;
  return (
    <>
      <title>{publicPageTitle(paths.status)}</title>
      <div className="mx-auto min-h-dvh w-full max-w-3xl px-5 sm:px-8">
        <PublicHeader />
        <main className="grid grid-cols-1 gap-6 pt-10 pb-24 sm:pt-16">
          <h1 className="text-[min(2.5rem,13vw)] sm:text-6xl">Status</h1>
          {isOff ? (
            <Card>
              <EmptyState
                icon={EyeOff}
                title="This server has no public status page"
                text="Whoever runs it can turn one on."
              />
            </Card>
          ) : (
            <>
              {data?.announcement && (
                <Alert title="From the administrators of this server">
                  <span className="whitespace-pre-line">{data.announcement.text}</span>
                </Alert>
              )}
              {isPending && <RowSkeletons label="Loading the status" rows={4} />}
              {isError && !data && (
                <LoadFailed error={error} what="the status" onRetry={() => void refetch()} />
              )}
              {data && <PublicStatusBody status={data} />}
            </>
          )}
        </main>
      </div>
      <SiteFooter />
    </>
  );
}
