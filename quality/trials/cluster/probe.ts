import { pause } from './parts';

interface Asked {
  /** 0 where nothing was answered in time. */
  readonly status: number;
  readonly began: number;
  readonly ended: number;
}

/** Somebody who does one thing again and again, and what became of it. */
export class Probe {
  private readonly asked: Asked[] = [];
  private going: Promise<void> = Promise.resolve();
  private over = false;

  /** `ask` answers a status; what throws counts as no answer. */
  constructor(
    private readonly ask: () => Promise<number>,
    private readonly every = 400,
  ) {}

  begin(): void {
    this.going = this.rounds();
  }

  async end(): Promise<void> {
    this.over = true;
    await this.going;
  }

  /** Whether the last of so many milliseconds were all answered. */
  isWell(ms: number): boolean {
    const since = performance.now() - ms;
    const late = this.asked.filter(({ ended }) => ended > since);
    return late.length > 1 && late.every(isGood);
  }

  /**
   * Seconds in which it was refused, or not answered, of those after `from`: each from the moment it asked in vain until it
   * was answered again.
   */
  refused(from: number): { seconds: number; slowest: number; odd: number[] } {
    const those = this.asked.filter(({ began }) => began >= from);
    let ms = 0;
    let since: number | null = null;
    for (const asked of those) {
      if (!isGood(asked)) since ??= asked.began;
      else if (since !== null) {
        ms += asked.ended - since;
        since = null;
      }
    }
    if (since !== null) ms += performance.now() - since;
    const slowest = Math.max(0, ...those.map(({ began, ended }) => ended - began));
    const odd = those
      .map(({ status }) => status)
      .filter((status) => status >= 400 && status !== 503);
    return { seconds: ms / 1_000, slowest: slowest / 1_000, odd };
  }

  private async rounds(): Promise<void> {
    while (!this.over) {
      const began = performance.now();
      const status = await this.ask().catch(() => 0);
      this.asked.push({ status, began, ended: performance.now() });
      await pause(Math.max(0, this.every - (performance.now() - began)));
    }
  }
}

const isGood = ({ status }: Asked): boolean => status >= 200 && status < 300;
