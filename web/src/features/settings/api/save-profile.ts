import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';

type Profile = { firstName: string; lastName: string; timeZone: string };

export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Profile) => unwrap(api.PUT('/api/users/profile', { body })),
    onSuccess: ({ user: { firstName, lastName, timeZone } }) =>
      updateUser({ firstName, lastName, timeZone }),
  });
