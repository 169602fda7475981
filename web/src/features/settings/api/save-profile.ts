import { useMutation } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';
import { updateUser } from '@/lib/http/session';

type Profile = { firstName: string; lastName: string; timeZone: string };

export const saveProfile = (body: Profile) => unwrap(api.PUT('/api/users/profile', { body }));

export const useSaveProfile = () =>
  useMutation({
    mutationFn: saveProfile,
    onSuccess: ({ user: { firstName, lastName, timeZone } }) =>
      updateUser({ firstName, lastName, timeZone }),
  });
