// The plain loop on the main thread, on the smallest page that shows the same highlights.
import { Includes } from './includes.js';

const SHOWN = 20;
/** The number of characters of an item that are shown. */
const EXCERPT = 300;

const input = document.querySelector('input');
const headline = document.querySelector('p');
const list = document.querySelector('ul');
const includes = new Includes();

const { items } = await (await fetch('/api/items/recent')).json();
includes.setItems(items);
headline.textContent = `Searches the ${items.length} items`;

input.addEventListener('input', () => {
  const words = input.value.split(' OR ').filter(Boolean);
  const { total, matches } = includes.search(words, SHOWN);
  headline.textContent = `${total} of ${items.length} match`;
  list.replaceChildren(...matches.map(({ index, spans }) => row(items[index], spans)));
});

function row({ title, body }, spans) {
  const text = `${title}\n${body}`.slice(0, EXCERPT);
  const line = document.createElement('li');
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at || end > text.length) continue;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    line.append(text.slice(at, start), mark);
    at = end;
  }
  line.append(text.slice(at));
  return line;
}
