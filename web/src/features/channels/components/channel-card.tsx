import { History, Pause, Pencil, Play, Trash2 } from 'lucide-react';

import { ButtonLink } from '@/components/ui/button-link';
import { Card } from '@/components/ui/card';
import { IconButton } from '@/components/ui/icon-button';
import { channelPath } from '@/config/paths';
import { TestResult } from '@/entities/endpoint/test-result';

import type { Channel } from '../api/list-channels';
import { useChangeChannel } from '../api/save-channel';
import { useSendTest } from '../api/send-test';
import { showChannelFailure } from '../channel-failure';
import { ChannelSummary } from './channel-summary';
import { SendTestButton } from './send-test-button';

type ChannelCardProps = { channel: Channel; onEdit: () => void; onDelete: () => void };

export function ChannelCard({ channel, onEdit, onDelete }: ChannelCardProps) {
  const { _id, name, status } = channel;
  const test = useSendTest(_id);
  const change = useChangeChannel(_id);
  const paused = status === 'paused';
  const pause = () =>
    void change
      .mutateAsync({ paused: !paused })
      // A promise outlives the screen, unlike callbacks passed to `mutate`.
      .catch(showChannelFailure(`${name} could not be ${paused ? 'resumed' : 'paused'}`));
  return (
    <Card className="@container grid grid-cols-1 gap-3 px-5 py-4">
      <ChannelSummary channel={channel} heading="h2" />
      <div className="-mr-1 flex flex-wrap items-center gap-1">
        <SendTestButton test={test} name={name} />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <ButtonLink
            variant="ghost"
            size="sm"
            to={channelPath(_id)}
            aria-label={`Deliveries of ${name}`}
          >
            <History aria-hidden />
            Deliveries
          </ButtonLink>
          <IconButton
            icon={paused ? Play : Pause}
            words={paused ? 'Resume' : 'Pause'}
            name={`${paused ? 'Resume' : 'Pause'} ${name}`}
            // Not disabled meanwhile, which would lose the focus.
            aria-busy={change.isPending || undefined}
            onClick={() => {
              if (!change.isPending) pause();
            }}
          />
          <IconButton icon={Pencil} words="Edit" name={`Edit ${name}`} onClick={onEdit} />
          <IconButton
            icon={Trash2}
            words="Delete"
            name={`Delete ${name}`}
            danger
            onClick={onDelete}
          />
        </div>
      </div>
      {test.data && <TestResult result={test.data} />}
    </Card>
  );
}
