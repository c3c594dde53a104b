/**
 * Tests that measure their process: the memory that it takes, the time that it needs, the statements that it
 * has prepared; or that replace a module which others have loaded. Each has a process of its own, as each that waits has; all others share those of the run.
 */
export const ownProcess = [
  'platform/database/prepared-statements.test.ts',
  'tests/faults/large-pictures.test.ts',
  'tests/faults/uploads.test.ts',
  'tests/routes/auth-timing.slow.test.ts',
  'tests/routes/clinic-dashboard.test.ts',
  'tests/routes/complexity.slow.test.ts',
  'tests/routes/drafts-of-languages.test.ts',
  'tests/routes/events-for-many.slow.test.ts',
  'tests/routes/http-bodies.test.ts',
  'tests/routes/photo-views.slow.test.ts',
  'tests/routes/statement-budgets.test.ts',
];
