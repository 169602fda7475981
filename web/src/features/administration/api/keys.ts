/** Query keys of the administration. Any action can change all of it. */
export const administrationKeys = {
  all: ['administration'] as const,
  users: (search: string) => ['administration', 'users', search] as const,
  user: (id: string) => ['administration', 'user', id] as const,
  settings: ['administration', 'settings'] as const,
  health: ['administration', 'health'] as const,
  auditLog: ['administration', 'audit-log'] as const,
};
