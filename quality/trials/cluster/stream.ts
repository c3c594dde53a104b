import http from 'node:http';

/** What a page was told, and when. */
interface Heard {
  readonly id: number;
  readonly at: number;
}

/** One process behind the proxy, and the name by which people know all of them. */
export interface At {
  readonly port: number;
  readonly host: string;
}

/**
 * A page's live stream at one process, as a browser keeps it: lost, it connects again when the server has told it to, and
 * says where it was.
 */
export class Stream {
  readonly heard: Heard[] = [];
  /** How often it was connected. */
  connected = 0;
  private place = '';
  private retry = 1_000;
  private request: http.ClientRequest | null = null;
  private over = false;

  /** `type`: of the messages that count. */
  constructor(
    private readonly at: At,
    private readonly cookie: string,
    private readonly type: string,
  ) {
    this.connect();
  }

  /** Whether it has been told from where on it hears. */
  get begun(): boolean {
    return this.place !== '';
  }

  end(): void {
    this.over = true;
    this.request?.destroy();
  }

  private connect(): void {
    if (this.over) return;
    let done = false;
    const again = () => {
      if (!done) setTimeout(() => this.connect(), this.retry);
      done = true;
    };
    const headers = {
      ...{
        Host: this.at.host,
        Cookie: this.cookie,
        Accept: 'text/event-stream',
        'X-Forwarded-For': '192.0.2.50',
      },
      ...(this.place ? { 'Last-Event-ID': this.place } : {}),
    };
    const path = '/api/events?as=patient';
    this.request = http.get({ host: '127.0.0.1', port: this.at.port, path, headers });
    // A connection whose other end is gone without a word is noticed by the signs of life that do not come.
    this.request.setTimeout(45_000, () => this.request?.destroy());
    this.request.once('error', again).once('close', again);
    this.request.once('response', (answer) => {
      if (answer.statusCode !== 200) return void answer.resume().once('end', again);
      this.connected += 1;
      this.read(answer);
      answer.once('close', again).on('error', again);
    });
  }

  private read(answer: http.IncomingMessage): void {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const blocks = (text + piece).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.take(block);
    });
  }

  private take(block: string): void {
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    this.place = line('id') ?? this.place;
    this.retry = Number(line('retry') ?? this.retry);
    const data = line('data');
    if (data && (JSON.parse(data) as { type: string }).type === this.type)
      this.heard.push({ id: Number.parseInt(this.place, 10), at: performance.now() });
  }
}
