import sharp from 'sharp';
import { someAddress } from './codes';
import type { Running } from './stage';

/** A picture of one colour, of so many pixels. */
export const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();

/** Uploads a photo as a patient; status and, of a refusal, its code. */
export async function upload(
  { port }: Pick<Running, 'port'>,
  cookie: string,
  bytes: Buffer,
): Promise<string> {
  const base = `http://127.0.0.1:${port}`;
  const body = new FormData();
  body.append('photo', new File([new Uint8Array(bytes)], 'photo.png'));
  const headers = { Cookie: cookie, Origin: base, 'X-Forwarded-For': someAddress() };
  const answer = await fetch(`${base}/api/photos`, { method: 'POST', headers, body });
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
}
