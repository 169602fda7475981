import { useQuery } from '@tanstack/react-query';

import { watchesQuery } from '@/features/keywords/api/list-watches';
import { MutesPage as Mutes } from '@/features/mutes/components/mutes-page';

/** The most that the server lists at once. */
const WATCHES = 100;

export default function MutesPage() {
  const { data } = useQuery(watchesQuery({ limit: WATCHES }));
  return <Mutes watches={data?.watches ?? []} />;
}
