import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Take a minute and more. One of them begun last would run on alone, with the other core idle. */
const long = ['tests/routes/http-fuzz.test.ts', 'tests/faults/engine-crash.test.ts'];

const isLong = ({ moduleId }: TestSpecification): boolean =>
  long.some((file) => moduleId.endsWith(file));

/** A machine that has not run the tests yet knows no durations and sorts by size, which says little. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}
