type Query = (sql: string, values: unknown[]) => Promise<unknown>;

/** The agreed date of an offer's deal becomes this moment, in its flow and in its row. */
export async function agreedDateComes(query: Query, offerId: string): Promise<void> {
  await query(
    `update flow.instance set state = jsonb_set(state, '{context,scheduledFor}',
       to_jsonb(to_char(platform.now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
     where id = (select id from deals.deal where offer_id = $1)`,
    [offerId],
  );
  await query('update deals.deal set scheduled_for = platform.now() where offer_id = $1', [
    offerId,
  ]);
}
