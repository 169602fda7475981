/** IANA names, `Europe/Vienna`; a person reads and types them without underscores. */

export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** What this browser is set to. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every zone the browser knows, with UTC, which its list leaves out, first. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** The zones whose name contains every word of `typed`, in any order. */
export function findZones(zones: readonly string[], typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  return zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
}

/** The time of day in `zone`, as 14:05; null for a name that this browser does not know. */
export function timeIn(zone: string, now: Date): string | null {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(now);
  } catch {
    return null;
  }
}
