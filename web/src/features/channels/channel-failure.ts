import { showFailure } from '@/lib/failure-toast';

/** Returns an `onError` callback for calls about channels. */
export const showChannelFailure = (title: string) => (error: Error) =>
  showFailure(title, error, { wanted: 'channels' });
