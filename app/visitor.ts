import { bringTypedAlong, takeTypedAlong } from './forms/language-choice';
import { closeMenuOnEscape } from './layout/menu-keys';
import { noticeConnection } from './offline/notice-connection';
import { registerServiceWorker } from './offline/register-worker';

/** All that runs in a public page of somebody who is not signed in; the page itself needs none of it. */
registerServiceWorker();
takeTypedAlong();
bringTypedAlong();
closeMenuOnEscape();
noticeConnection();
