export { publish, subscribe, type Fact, type Subscription } from './events/index';
