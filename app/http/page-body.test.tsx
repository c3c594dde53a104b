import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageBody } from './page-body';

it('passes a rendered page on in one piece', async () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => <li key={n}>ö {n}</li>);
  const body = new PageBody();
  const pieces: Buffer[] = [];
  body.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => body.once('end', resolve));
  const { pipe } = renderToPipeableStream(<ul>{lines}</ul>, { onShellReady: () => pipe(body) });
  await ended;
  const text = Buffer.concat(pieces).toString();
  expect(text).toMatch(/^<ul><li>ö (<!-- -->)?0<\/li>.*<li>ö (<!-- -->)?1999<\/li><\/ul>$/);
  expect(text.match(/<li>/g)).toHaveLength(2_000);
  // Of about sixty that React writes.
  expect(pieces.length).toBeLessThan(8);
});
