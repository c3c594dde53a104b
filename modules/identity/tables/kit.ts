import { customType, text, timestamp } from 'drizzle-orm/pg-core';
import { locales } from '#platform/base/locale';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** In which language somebody reads us. */
export const locale = () => text('locale', { enum: locales }).notNull().default('en');
