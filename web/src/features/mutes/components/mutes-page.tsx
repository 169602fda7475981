import { useQuery } from '@tanstack/react-query';
import { Plus, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Mute } from '@/api/types';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
import { QueryList } from '@/components/ui/query-list';
import { paths } from '@/config/paths';
import { usePlaceLabel } from '@/entities/feed/use-place-label';
import { mutesQuery } from '@/entities/mute/mutes';
import { watchesQuery } from '@/entities/watch/list-watches';

import { useUnmute } from '../use-unmute';
import { MuteByHand } from './mute-by-hand';
import { MuteRow } from './mute-row';
import { UnmuteDialog } from './unmute-dialog';

/** The server's maximum page size. */
const MAX_WATCHES = 100;

/** All mutes, whether created here, on a notification, or from an email or a push message. */
export default function MutesPage() {
  const query = useQuery(mutesQuery);
  usePlaceLabel(query.data?.map(({ value }) => value) ?? []);
  const watches = useQuery(watchesQuery({ limit: MAX_WATCHES })).data?.watches;
  const [adding, setAdding] = useState(false);
  const [params, setParams] = useSearchParams();
  const forWatch = watches?.find(({ _id }) => _id === params.get('watch'));
  const [asked, setAsked] = useState<Mute | null>(null);
  const { unmute, leaving } = useUnmute();

  return (
    <Page
      title="Muted"
      about="What you do not want alerts about. Your keywords stay active."
      parent={{ to: paths.notifications, title: 'Notifications' }}
      actions={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Mute something
        </Button>
      }
    >
      <Card>
        <QueryList
          query={query}
          what="your mutes"
          label="Loading mutes"
          rows={3}
          empty={
            <EmptyState
              icon={Volume2}
              title="Nothing is muted"
              outlook="What you mute is listed here, with how long it lasts and a button to unmute it."
              action={
                <ButtonLink variant="secondary" to={paths.notifications}>
                  Go to your notifications
                </ButtonLink>
              }
              text="You can also mute authors, subreddits, threads and words from a notification or an email alert."
            />
          }
        >
          {(mutes) => (
            <ul aria-label="Mutes" className="divide-y divide-line">
              {mutes.map((mute) => (
                <MuteRow
                  key={mute._id}
                  mute={mute}
                  leaving={leaving === mute._id}
                  onUnmute={() => (mute.cleaned > 0 ? setAsked(mute) : unmute(mute, false))}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </Card>
      {(adding || forWatch) && (
        <MuteByHand
          watches={watches ?? []}
          watchId={forWatch?._id ?? null}
          onClose={() => {
            setAdding(false);
            setParams({}, { replace: true });
          }}
        />
      )}
      {asked && (
        <UnmuteDialog
          mute={asked}
          onUnmute={(restore) => unmute(asked, restore)}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  );
}
