export { createDialler, type Dialler, type Outcome, type Parcel } from './courier/dialler';
export { publicReach, type Reach } from './courier/reach';
