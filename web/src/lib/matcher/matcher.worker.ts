import { answer, type Call } from './protocol';

// The listener must be there before the matcher has loaded: messages do not wait for it.
self.onmessage = ({ data }: MessageEvent<Call>) => {
  void answer(data).then((message) => self.postMessage(message));
};
