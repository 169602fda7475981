// The plain loop behind the message protocol of the product's worker.
import { Includes } from './includes.js';

const includes = new Includes();

self.onmessage = ({ data: { id, name, args } }) => {
  const value =
    name === 'setItems'
      ? includes.setItems(args[0])
      : includes.search(args[0].keyword.split(' OR '), args[1]);
  self.postMessage({ id, value });
};
