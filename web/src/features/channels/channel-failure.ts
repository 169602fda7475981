import { showFailure } from '@/lib/failure-toast';

/** For a call's `onError`, about channels. */
export const showChannelFailure = (title: string) => (error: Error) =>
  showFailure(title, error, { wanted: 'channels' });
