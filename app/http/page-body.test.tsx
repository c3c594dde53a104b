import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageBody } from './page-body';

/** What a page is sent as. */
async function piecesOf(page: ReactNode): Promise<Buffer[]> {
  const body = new PageBody();
  const pieces: Buffer[] = [];
  body.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => body.once('end', resolve));
  const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(body) });
  await ended;
  return pieces;
}

it('passes a rendered page on in one piece', async () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => <li key={n}>ö {n}</li>);
  const pieces = await piecesOf(<ul>{lines}</ul>);
  const text = Buffer.concat(pieces).toString();
  expect(text).toMatch(/^<ul><li>ö (<!-- -->)?0<\/li>.*<li>ö (<!-- -->)?1999<\/li><\/ul>$/);
  expect(text.match(/<li>/g)).toHaveLength(2_000);
  // Of about sixty that React writes.
  expect(pieces.length).toBeLessThan(8);
});

it('puts nothing between letters that meet the end of what React writes at a time', async () => {
  const words = Array.from({ length: 2_000 }, (_, n) => 'aö€𝄞'.repeat((n % 5) + 1));
  const text = Buffer.concat(await piecesOf(words.map((word, n) => <p key={n}>{word}</p>)));
  expect(text.includes(0)).toBe(false);
  expect(text.toString()).toBe(words.map((word) => `<p>${word}</p>`).join(''));
});
