import express from 'express';
import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * What the calls cost when written by hand: JSON in, one prepared statement, JSON out; and a page from memory. No session,
 * no limits, no checks. Arguments: the port, the address of the database, and a file with the page.
 */
const [port, connectionString, pageFile] = process.argv.slice(2);
const page = readFileSync(pageFile!, 'utf8');
const pool = new pg.Pool({ connectionString, max: 10 });
const app = express();
app.disable('x-powered-by');

const insert = {
  name: 'insert',
  text: `insert into bare.lead (id, patient_id, treatment, sub_treatment, body_area, description, photos, locations,
      budget, timeline, findings, created_at, status, offers_count)
    values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, $4, '{}', $5, $6, $7, '{}', now(), 'pending', 0)
    returning *`,
};
const list = {
  name: 'list',
  text: `select id, patient_id, treatment, sub_treatment, body_area, locations, budget, timeline, published_at,
      offers_count from bare.lead
    where status = 'reviewed' and treatment = $1 and budget = $2 order by published_at desc, id desc limit 21`,
};

app.post('/api/leads', express.json(), async (req, res) => {
  const { treatment, subTreatment, bodyArea, description, locations, budget, timeline } =
    req.body as Record<string, unknown>;
  const values = [treatment, subTreatment, bodyArea, description, locations, budget, timeline];
  const { rows } = await pool.query({ ...insert, values });
  res.status(201).json({ success: true, data: rows[0] as object });
});
app.get('/api/clinic/leads', async (_req, res) => {
  const { rows } = await pool.query({ ...list, values: ['dental', '1000-5000'] });
  res.json({ success: true, data: { leads: rows } });
});

const offer = {
  name: 'offer',
  text: `with sent as (
      insert into bare.offer (id, lead_id, patient_id, clinic_id, created_at, status, slot, revision, expires_at)
      values (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), now(), 'pending', 1, 1,
        now() + interval '14 days')
      returning *)
    insert into bare.revision (offer_id, revision, amount_cents, currency, message, items, attachments, at)
    select id, 1, $2, 'USD', $3, $4, '{}', now() from sent returning *`,
};
const compare = {
  name: 'compare',
  text: `select o.*, r.*, c.clinic_name from offers.offer o
      join offers.revision r on r.offer_id = o.id and r.revision = o.revision
      join clinic_onboarding.clinic c on c.id = o.clinic_id
    where o.lead_id = $1 order by o.created_at desc, o.id desc`,
};
const message = {
  name: 'message',
  text: `insert into bare.message (id, conversation_id, from_side, text, found, attachments, created_at)
    values (gen_random_uuid(), $1, 'patient', $2, '{}', '{}', now()) returning *`,
};

app.post('/api/clinic/leads/:id/offers', express.json(), async (req, res) => {
  const { amountCents, message: text, items } = req.body as Record<string, unknown>;
  const values = [req.params.id, amountCents, text, JSON.stringify(items)];
  const { rows } = await pool.query({ ...offer, values });
  res.status(201).json({ success: true, data: { offer: rows[0] as object } });
});
app.get('/api/offers', async (req, res) => {
  const { rows } = await pool.query({ ...compare, values: [req.query.lead] });
  res.json({ success: true, data: { offers: rows } });
});
app.post('/api/conversations/:id/messages', express.json(), async (req, res) => {
  const { text } = req.body as Record<string, unknown>;
  const { rows } = await pool.query({ ...message, values: [req.params.id, text] });
  res.status(201).json({ success: true, data: { message: rows[0] as object } });
});

app.get('/', (_req, res) => void res.type('html').send(page));

app.listen(Number(port), '127.0.0.1');
