/**
 * What people do, from outside of the containers' networks or, on one network of loopback addresses, from within: `story`
 * lives through what a patient and a clinic do, `visitors` asks for pages until it is told to stop, `gateway` takes text
 * messages as the operator's would. Runs under the product's own Node, with its own packages.
 */
import { takeMessages } from './gateway.mjs';
import { story } from './story.mjs';
import { visitors } from './visitors.mjs';

const [what, seconds] = process.argv.slice(2);

await { gateway: takeMessages, story: () => story(Number(seconds) * 1_000), visitors }[what]();
