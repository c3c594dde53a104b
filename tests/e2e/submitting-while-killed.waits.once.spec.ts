import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiPatient } from './kit/api-patient';
import { startProduct, type Mortal, type Product } from './kit/product';
import { expect, test } from './kit/test';

const patients = 8;
const requestsEach = 5;
const kills: Mortal[] = ['web', 'worker', 'web', 'postgres', 'web', 'worker', 'postgres', 'web'];

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  expect(await product.stop()).toBe(0);
});

test('no answered request is lost and none is doubled while processes die', async () => {
  test.setTimeout(240_000);
  const people = await Promise.all(
    Array.from({ length: patients }, async () => {
      const person = new ApiPatient(product.url);
      await person.signIn();
      return person;
    }),
  );

  let dying = true;
  let repeats = 0;
  const submits = people.map(async (person) => {
    const ids: string[] = [];
    for (let n = 0; n < requestsEach; n += 1) {
      const body = {
        phoneNumber: person.phoneNumber,
        treatment: 'dental',
        subTreatment: 'Root Canal',
        bodyArea: 'mouth',
        description: `Tooth number ${n}.`,
      };
      const key = randomUUID();
      // Each is sent three times at once, as an impatient client would.
      const answers = await Promise.all(
        Array.from({ length: 3 }, () => person.callUntilAnswered('/leads', body, key)),
      );
      repeats += answers.reduce((sum, answer) => sum + answer.repeats, 0);
      for (const { status } of answers) expect([200, 201]).toContain(status);
      const [id, ...others] = new Set(answers.map(({ body }) => body.data?._id as string));
      expect(others, 'the same request under the same key').toEqual([]);
      ids.push(id!);
      // Spread over the killing: as long as something dies, somebody submits.
      if (dying) await sleep(1_500);
    }
    return { person, ids };
  });
  for (const name of kills) await product.kill(name);
  dying = false;

  for (const { person, ids } of await Promise.all(submits)) {
    const { body } = await person.call('GET', '/leads/me');
    const kept = (body.data?.leads as Array<{ _id: string }>).map(({ _id }) => _id);
    expect(kept.toSorted()).toEqual(ids.toSorted());
  }
  expect(repeats, 'nothing was interrupted: the test tests nothing').toBeGreaterThan(0);
});
