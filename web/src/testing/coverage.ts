import type {
  AuditSum,
  Coverage,
  CoverageDay,
  CoverageGap,
  KindCoverage,
  PlaceCoverage,
  PlaceCoverageDetail,
  PlanEstimate,
} from '@/api/types';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** Returns the last 30 days (UTC), today last; `changes` are keyed by the number of days ago. */
export function coverageDays(changes: Record<number, Partial<CoverageDay>> = {}): CoverageDay[] {
  return Array.from({ length: 30 }, (_, index) => {
    const ago = 29 - index;
    return {
      date: new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10),
      items: 96,
      gapSeconds: 0,
      p95Seconds: 6.4,
      ...changes[ago],
    };
  });
}

/** Returns the result of comparisons; by default nothing was compared. */
export function anAuditSum(changes: Partial<AuditSum> = {}): AuditSum {
  return {
    audits: 0,
    failed: 0,
    items: 0,
    missing: 0,
    maxMissingShare: null,
    maxFailedShare: null,
    ...changes,
  };
}

/** Returns posts or comments that are read completely, for longer than days are listed. */
export function aKindCoverage(changes: Partial<KindCoverage> = {}): KindCoverage {
  return {
    recordedSince: minutesAgo(60 * 24 * 40),
    completeSince: minutesAgo(60 * 24 * 40),
    readUntil: minutesAgo(0),
    fillingSince: null,
    items: 672,
    medianSeconds: 1.7,
    p95Seconds: 6.4,
    shareOfLastHour: 1,
    audits: anAuditSum(),
    days: coverageDays(),
    ...changes,
  };
}

export function aPlaceCoverage(changes: Partial<PlaceCoverage> = {}): PlaceCoverage {
  return {
    name: 'rust',
    problem: null,
    problemSince: null,
    posts: aKindCoverage(),
    comments: aKindCoverage(),
    ...changes,
  };
}

export function aCoverageGap(changes: Partial<CoverageGap> = {}): CoverageGap {
  return {
    place: 'rust',
    kind: 'post',
    startedAt: '2026-01-01T09:12:00Z',
    endedAt: '2026-01-01T09:40:00Z',
    cause: 'too_many',
    ...changes,
  };
}

/** Returns the coverage of a user; by default their keywords name no subreddit. */
export function aCoverage(changes: Partial<Coverage> = {}): Coverage {
  const places = changes.places ?? [];
  return {
    watchesAll: false,
    audits: anAuditSum(),
    budget: null,
    everything: aPlaceCoverage({ name: 'all', posts: null, comments: null }),
    places,
    pagination: {
      page: 1,
      limit: 20,
      total: Math.ceil(places.length / 20),
      totalItems: places.length,
      hasMore: false,
    },
    gaps: [],
    ...changes,
  };
}

export function aPlaceDetail(changes: Partial<PlaceCoverageDetail> = {}): PlaceCoverageDetail {
  return { ...aPlaceCoverage(changes), hours: [], gaps: [], unavailable: 0, ...changes };
}

/** Returns the cost of additional subreddits; nothing by default. */
export function aPlanEstimate(changes: Partial<PlanEstimate> = {}): PlanEstimate {
  return {
    requestsPerMinute: 0,
    allowedPerMinute: 100,
    p95SecondsNow: null,
    p95Seconds: null,
    isShort: false,
    ...changes,
  };
}
