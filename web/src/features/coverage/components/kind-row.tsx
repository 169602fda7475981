import { clsx } from 'clsx';
import {
  ChartPie,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';

import type { ItemKind, PlaceCoverage } from '@/api/types';
import { useSession } from '@/lib/http/session';

import { auditText } from '../audit-texts';
import { type KindState, kindState } from '../kind-state';
import { kindText } from '../kind-text';
import { DayStrip } from './day-strip';
import { Sparkline } from './sparkline';

const icons: Record<KindState, { icon: LucideIcon; tone: string }> = {
  complete: { icon: CircleCheck, tone: 'text-good' },
  reading: { icon: CircleDashed, tone: 'text-ink-faint' },
  waiting: { icon: CircleDashed, tone: 'text-ink-faint' },
  filling: { icon: RotateCw, tone: 'text-warn' },
  stale: { icon: TriangleAlert, tone: 'text-warn' },
  sample: { icon: ChartPie, tone: 'text-info' },
};

type KindRowProps = {
  place: PlaceCoverage;
  kind: ItemKind;
  /** Shows the result of comparing it with the subreddit's own listing. */
  withAudits?: boolean;
};

/** The coverage of a subreddit's posts or comments, with its last 30 days. */
export function KindRow({ place, kind, withAudits = false }: KindRowProps) {
  const timeZone = useSession((state) => state.user?.timeZone ?? 'UTC');
  const coverage = kind === 'post' ? place.posts : place.comments;
  const state = kindState(place.name, kind, coverage);
  const audited = withAudits && coverage ? auditText(coverage.audits) : null;
  const { icon: Icon, tone } = icons[state];
  return (
    <div className="grid grid-cols-1 items-end gap-x-6 gap-y-1.5 @2xl:grid-cols-[minmax(0,1fr)_15rem]">
      <p className="flex gap-2 self-center text-sm text-ink-soft">
        <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', tone)} />
        <span>
          {kindText(place.name, kind, coverage, timeZone)}
          {audited && <span className="block text-ink-faint">{audited}</span>}
        </span>
      </p>
      {coverage && (
        <div className="grid max-w-60 grid-cols-1 gap-1">
          <Sparkline days={coverage.days} />
          {/* A sample is incomplete every day. */}
          {state !== 'sample' && <DayStrip kind={kind} days={coverage.days} read={coverage} />}
        </div>
      )}
    </div>
  );
}
