import { History, type LucideIcon, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tooltip } from '@/components/ui/tooltip';
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
        <span className="ml-auto" />
        <Tooltip text="Deliveries">
          <Button asChild variant="ghost" size="icon">
            <Link to={channelPath(_id)} aria-label={`Deliveries of ${name}`}>
              <History aria-hidden />
            </Link>
          </Button>
        </Tooltip>
        <Action
          text={paused ? 'Resume' : 'Pause'}
          name={name}
          icon={paused ? Play : Pause}
          busy={change.isPending}
          onAct={pause}
        />
        <Action text="Edit" name={name} icon={Pencil} onAct={onEdit} />
        <Action text="Delete" name={name} icon={Trash2} danger onAct={onDelete} />
      </div>
      {test.data && <TestResult result={test.data} />}
    </Card>
  );
}

type ActionProps = {
  text: string;
  name: string;
  icon: LucideIcon;
  busy?: boolean;
  danger?: boolean;
  onAct: () => void;
};

function Action({ text, name, icon: Icon, busy = false, danger = false, onAct }: ActionProps) {
  return (
    <Tooltip text={text}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${text} ${name}`}
        // Not disabled meanwhile, which would lose the focus.
        aria-busy={busy || undefined}
        onClick={() => {
          if (!busy) onAct();
        }}
        className={danger ? 'hover:bg-bad-soft! hover:text-bad!' : ''}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
