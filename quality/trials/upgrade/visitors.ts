import type { ApiPatient } from '../../../tests/e2e/kit/api-patient';

const fields = {
  ...{ category: null, subTreatment: null, bodyArea: null, locations: [], budget: null },
  ...{
    timeline: null,
    patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
  },
};

interface Draft {
  readonly version: number;
  readonly fields: { readonly notes: string };
}

/** Somebody who reads pages and writes a draft without a pause, at whichever of the versions is there. */
export class Visitor {
  readonly wrong: string[] = [];
  asked = 0;
  private going: Promise<void> = Promise.resolve();
  private over = false;
  private version = 0;
  private written = '';

  /** `urls`: of the processes that take people at this moment; asked before each round. */
  constructor(
    private readonly patient: ApiPatient,
    private readonly urls: () => readonly string[],
  ) {}

  begin(): void {
    this.going = this.rounds();
  }

  /** @returns whether the draft says what it wrote last */
  async end(): Promise<boolean> {
    this.over = true;
    await this.going;
    return (await this.draft())?.fields.notes === this.written;
  }

  private async rounds(): Promise<void> {
    for (let n = 0; !this.over; n += 1) {
      const urls = this.urls();
      const url = urls[n % urls.length]!;
      this.patient.url = url;
      await this.page(url);
      await this.write(`Written ${n}.`);
      await this.count(
        '/leads/me',
        async () => (await this.patient.call('GET', '/leads/me')).status,
      );
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  }

  private page = (url: string): Promise<void> =>
    this.count('/', async () => {
      const answer = await fetch(`${url}/`, { signal: AbortSignal.timeout(10_000) });
      await answer.text();
      return answer.status;
    });

  private write = (notes: string): Promise<void> =>
    this.count('draft', async () => {
      const body = { expectedVersion: this.version, step: 6, fields: { ...fields, notes } };
      const { status, body: said } = await this.patient.call('PUT', '/drafts/me', body);
      if (status !== 200) return status;
      this.version = (said.data!.draft as Draft).version;
      this.written = notes;
      return status;
    });

  private async draft(): Promise<Draft | null> {
    const { body } = await this.patient.call('GET', '/drafts/me');
    return (body.data?.draft as Draft | undefined) ?? null;
  }

  private async count(what: string, ask: () => Promise<number>): Promise<void> {
    this.asked += 1;
    const status = await ask().catch((error: Error) => error.message);
    if (status !== 200) this.wrong.push(`${what} ${status}`);
  }
}
