import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { InsightsResult } from '@/api/types';
import { Alert } from '@/components/ui/alert';

import { demoQuery } from '../api/latest';

/** Shows what insights look like to somebody who has none yet, with the sample data of demo mode. */
export function Sample({ children }: { children: (result: InsightsResult) => ReactNode }) {
  const { data } = useQuery(demoQuery);
  if (!data) return null;
  return (
    <>
      <Alert title="Sample data">
        The results below are made from invented discussions. They show what this page looks like
        once you have generated your own insights.
      </Alert>
      {children(data)}
    </>
  );
}
