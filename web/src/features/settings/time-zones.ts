/** Time zones by IANA name, `Europe/Vienna`. People read and type them without underscores. */

export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Returns this browser's time zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns every zone that the browser knows, beginning with UTC, which its list leaves out. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** Returns the zones whose name contains every word of `typed`, in any order. */
export function findZones(zones: readonly string[], typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  return zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
}

/** Formats the time of day in `zone`: 14:05. Null for a name that this browser does not know. */
export function timeIn(zone: string, now = new Date()): string | null {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(now);
  } catch {
    return null;
  }
}
