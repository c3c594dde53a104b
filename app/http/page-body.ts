import { Transform, type TransformCallback } from 'node:stream';

/**
 * Where a page is rendered to. React writes two kilobytes at a time and says when that is all for now; what it wrote until
 * then goes on in one piece, so that compressing and sending it are one piece of work each.
 */
export class PageBody extends Transform {
  private pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pieces.push(piece);
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
