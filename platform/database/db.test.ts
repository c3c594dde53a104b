import { expect, it } from 'vitest';
import { isGuardedConnection } from '../config/guarded-connection';

it.each([
  ['postgres://u:p@db.example/clinics?sslmode=verify-full', true],
  ['postgres://u:p@db.example/clinics?sslmode=require', true],
  ['postgres://u:p@127.0.0.1:5432/clinics', true],
  ['postgres://u:p@localhost/clinics', true],
  ['postgres://u:p@[::1]/clinics', true],
  ['postgres://u:p@/clinics?host=/run/postgresql', true],
  ['postgres://u:p@db.example/clinics', false],
  ['postgres://u:p@db.example/clinics?sslmode=disable', false],
  ['postgres://u:p@db.example/clinics?sslmode=prefer', false],
  ['postgres://u:p@db.example/clinics?sslmode=no-verify', false],
  ['postgres://u:p@localhost.example/clinics', false],
  ['postgres://u:p@localhost/clinics?host=db.example', false],
])('says of %s whether what passes can be read on the way', (url, guarded) => {
  expect(isGuardedConnection(url)).toBe(guarded);
});
