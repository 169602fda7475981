/** Query keys of coverage. */
export const coverageKeys = {
  list: (params: object) => ['coverage', 'list', params] as const,
  place: (place: string) => ['coverage', 'place', place] as const,
  keywords: ['coverage', 'keywords'] as const,
};
