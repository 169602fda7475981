import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';

import { PublicHeader } from '@/components/public-header';
import { SiteFooter } from '@/components/site-footer';
import { Alert } from '@/components/ui/alert';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { publicPageTitle } from '@/config/public-pages';
import { ApiError } from '@/lib/http/api-error';

import { publicStatusQuery } from '../api/public-status';
import { PublicStatusBody } from './public-status-body';

/** The public page about the server's health. */
export default function PublicStatusPage() {
  const query = useQuery(publicStatusQuery);
  const { data, error } = query;
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
              <QueryList query={query} what="the status" label="Loading the status" rows={4}>
                {(status) => <PublicStatusBody status={status} />}
              </QueryList>
            </>
          )}
        </main>
      </div>
      <SiteFooter />
    </>
  );
}
