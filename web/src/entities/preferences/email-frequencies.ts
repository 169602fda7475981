import type { EmailFrequency } from '@/api/types';

type Choice = { value: EmailFrequency; label: string; hint: (timeZone: string) => string };

/** The frequencies of emails. The hints name the hours at which the server sends digests. */
export const emailFrequencies: Choice[] = [
  {
    value: 'realtime',
    label: 'Real-time (immediate)',
    hint: () => 'An email for each match, as soon as it is found.',
  },
  {
    value: 'hourly',
    label: 'Hourly digest',
    hint: () => 'One email at the top of each hour with everything new.',
  },
  {
    value: 'daily',
    label: 'Daily digest',
    hint: (timeZone) => `One email a day, at 08:00 in your time zone (${timeZone}).`,
  },
  {
    value: 'weekly',
    label: 'Weekly digest',
    hint: (timeZone) => `One email on Monday, at 08:00 in your time zone (${timeZone}).`,
  },
];
