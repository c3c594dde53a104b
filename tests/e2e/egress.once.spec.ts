import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { docxFile, pdfFile, relation } from '../kit/document-files';
import { ApiClinic } from './kit/api-clinic';
import { ApiPatient } from './kit/api-patient';
import { connectionsFile, outbound, readConnections, watchedBy } from './kit/connections';
import { consoleCalls } from './kit/console-calls';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';
import { photo } from './story/photos';

const run = promisify(execFile);
const elsewhere = 'https://outside.example.com/ping?from=product';

const connections = () => readConnections(connectionsFile(process.env.E2E_DATA_DIR!));

async function registers(url: string): Promise<ApiClinic> {
  const clinic = new ApiClinic(url);
  const mark = clinic.phoneNumber.slice(-7);
  await clinic.register({
    clinicName: `Outward ${mark}`,
    doctorName: 'Dr. Ada Kaya',
    email: `outward.${mark}@outside.example.com`,
    address: 'Outward Street 7',
    city: 'Istanbul',
    country: elsewhere,
    website: elsewhere,
    specialties: ['Dental Treatment'],
    licenseNumber: elsewhere,
    experience: '5-10',
    description: `Look at ${elsewhere} and <img src="${elsewhere}">`,
  });
  return clinic;
}

/** Each kind of file that is taken apart, with an address in it where its format has a place for one. */
async function uploads(clinic: ApiClinic): Promise<void> {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const link = docxFile(relation('hyperlink', elsewhere.replace('&', '&amp;')));
  const action = pdfFile(`/Note (${elsewhere})`);
  for (const [kind, name, bytes, type] of [
    ['medical-license', 'link.docx', link, word],
    ['clinic-registration', 'link.pdf', action, 'application/pdf'],
    ['clinic-photos', 'front.jpg', (await photo()).buffer, 'image/jpeg'],
  ] as const)
    expect((await clinic.upload(kind, name, bytes, type)).status, name).toBe(201);
}

test('nothing that people type or hand in makes the product dial anybody', async ({
  page,
  baseURL,
  outbox,
}) => {
  const staff = consoleCalls(page.context());
  const patient = new ApiPatient(baseURL!);
  const [clinic] = await Promise.all([
    registers(baseURL!),
    patient.signIn(),
    enterConsole(page.context(), 'reviewer'),
  ]);
  await uploads(clinic);
  const { _id: id, documents } = await clinic.read();
  const { version } = await staff.read<{ version: string }>(`documents/${documents[0]!._id}`);
  await staff.send(`documents/${documents[0]!._id}/ask-again`, { note: elsewhere, version });
  await staff.send(`clinics/${id}/note`, { text: elsewhere });
  const lead = await patient.submits({
    description: `See ${elsewhere}`,
    patientInfo: { medicalHistory: elsewhere, allergies: elsewhere },
    photos: [await patient.uploads((await photo(8)).buffer)],
  });
  await staff.send(`leads/${lead}/reject`, { reason: elsewhere });

  // What a proxy or a browser may say of the address, and where a form wants to go next.
  await fetch(`${baseURL}/login?redirectTo=${encodeURIComponent(elsewhere)}`, {
    headers: {
      'X-Forwarded-Host': 'outside.example.com',
      Forwarded: 'host=outside.example.com;proto=https',
      Referer: elsewhere,
    },
  });
  await page.goto(`/admin/clinics/${id}/show`);
  await expect(page.getByText(elsewhere).first()).toBeVisible();

  const mails = async () =>
    (await outbox.messagesTo(`outward.${clinic.phoneNumber.slice(-7)}@outside.example.com`)).length;
  await expect.poll(mails, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  const seen = connections();
  expect([...new Set(seen.map((each) => each.process))].sort()).toEqual([
    'courier.js',
    'file-work.js',
    'prepare.js',
    'web.js',
    'worker.js',
  ]);
  for (const name of ['courier.js', 'web.js', 'worker.js'])
    expect(
      seen.filter((each) => each.process === name && each.target.startsWith('127.0.0.1:')),
      'the database',
    ).not.toEqual([]);
  // An endpoint of another journey is the courier's to dial, and nothing else is.
  const endpoint = (each: (typeof seen)[number]) =>
    each.process === 'courier.js' && each.target.startsWith('hooks.clinic.invalid');
  expect(outbound(seen).filter((each) => !endpoint(each))).toEqual([]);
});

/** Every way out that Node has, to names that no resolver knows. */
const ways = `
const ignore = () => undefined;
fetch('http://fetch.invalid/').catch(ignore);
require('node:http').get('http://http.invalid/').on('error', ignore);
require('node:tls').connect({ host: 'tls.invalid', port: 443 }).on('error', ignore);
require('node:net').connect(25, 'net.invalid').on('error', ignore);
require('node:dns').promises.resolveMx('mx.invalid').catch(ignore);
require('node:dgram').createSocket('udp4').on('error', ignore).send('x', 53, 'udp.invalid', ignore);
require('node:child_process').execFile('true', ['program.invalid'], ignore);
setTimeout(() => process.exit(), 500);
`;

test('who dials somebody is seen, whichever way', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ways-out-'));
  const [program, file] = [path.join(folder, 'web.js'), path.join(folder, 'connections')];
  writeFileSync(program, ways);
  await run(process.execPath, [program], { env: { ...process.env, ...watchedBy(file) } });
  const seen = outbound(readConnections(file)).map(({ kind, target }) => `${kind} ${target}`);
  rmSync(folder, { recursive: true });
  expect(seen).toEqual(
    expect.arrayContaining([
      'connect fetch.invalid:80',
      'connect http.invalid:80',
      'connect tls.invalid:443',
      'connect net.invalid:25',
      'name mx.invalid',
      'datagram udp.invalid:53',
      'program true program.invalid',
    ]),
  );
});
