import type { CoverageGapBody, paths } from './schema';

export type * from './schema';

export type CoverageGap = CoverageGapBody;
export type ExportFormat =
  paths['/api/notifications/export']['get']['parameters']['query']['format'];
