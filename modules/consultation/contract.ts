export * from './schemas';
export * from './values';
export * from './wizard.machine';
