import { useMutation } from '@tanstack/react-query';

import type { paths } from '@/api/schema';
import { api, unwrap } from '@/lib/http/api-client';

type Setup = paths['/api/setup']['post']['requestBody']['content']['application/json'];

/** Creates the first account and selects the sites to read. */
export const useFinishSetup = () =>
  useMutation({ mutationFn: (body: Setup) => unwrap(api.POST('/api/setup', { body })) });
