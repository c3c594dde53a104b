import { pgSchema } from 'drizzle-orm/pg-core';

/** The kernel and the engine share it: its name is stored. */
export const platformSchema = pgSchema('platform');
