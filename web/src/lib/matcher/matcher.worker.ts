import { Answerer, type Call } from './protocol';

const answerer = new Answerer();

// Set before the matcher has loaded, because messages do not wait for a listener.
self.onmessage = ({ data }: MessageEvent<Call>) => {
  void answerer.answer(data).then((message) => self.postMessage(message));
};
