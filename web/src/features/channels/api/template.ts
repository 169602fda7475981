import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/lib/http/api-client';

import { templateOf, type TemplateText } from '../template';
import { channelKeys } from './channel-keys';

/** The form of a webhook's requests; null for Harken's own. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [...channelKeys.list, id, 'template'],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await unwrap(api.GET('/api/endpoints/{id}/template', { params, signal }))).template;
    },
  });

/** What a template makes of a made-up match. */
export const templatePreviewQuery = (text: TemplateText) =>
  queryOptions({
    queryKey: ['template-preview', text],
    queryFn: ({ signal }) => {
      const body = { template: templateOf(text) };
      return unwrap(api.POST('/api/endpoints/template/preview', { body, signal }));
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
