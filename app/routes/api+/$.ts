import { table } from '#app/api/table.server';
import { answering } from '#app/http/api.server';

/** Every call of the API, and every address below `/api` that is none. */
export const { loader, action } = answering(table);
