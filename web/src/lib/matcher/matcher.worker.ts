import { answer, type Call } from './protocol';

// Set before the matcher has loaded, because messages do not wait for a listener.
self.onmessage = ({ data }: MessageEvent<Call>) => {
  void answer(data).then((message) => self.postMessage(message));
};
