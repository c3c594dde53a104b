import { test } from './kit/test';
import { clinicGetsIn } from './story/clinic-gets-in';

test('a clinic is reviewed, corrects a document and gets in, without JavaScript', ({
  browser,
  baseURL,
  outbox,
}) => clinicGetsIn({ browser, baseURL, outbox }, false));
