import { Transform, type TransformCallback } from 'node:stream';

/**
 * A character that does not fit at the end of React's two kilobytes goes into the next ones and leaves up to three zero
 * bytes behind (facebook/react#26228; React 19 does not). Nothing that we render holds that character.
 */
function withoutFiller(piece: Buffer): Buffer {
  let end = piece.length;
  while (end > 0 && piece[end - 1] === 0) end -= 1;
  return piece.subarray(0, end);
}

/**
 * Where a page is rendered to. React writes two kilobytes at a time and says when that is all for now; what it wrote until
 * then goes on in one piece, so that compressing and sending it are one piece of work each.
 */
export class PageBody extends Transform {
  private pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pieces.push(withoutFiller(piece));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.flush();
    done();
  }

  /** React calls it by this name. */
  flush(): void {
    if (this.pieces.length > 0) this.push(Buffer.concat(this.pieces));
    this.pieces = [];
  }
}
