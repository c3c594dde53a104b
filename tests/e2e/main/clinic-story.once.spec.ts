import { test } from '../kit/test';
import { clinicGetsIn } from '../story/clinic-gets-in';

test('a clinic is reviewed, corrects a document and gets in, live', ({
  browser,
  baseURL,
  outbox,
}) => clinicGetsIn({ browser, baseURL, outbox }, true));
