export * from './schemas';
export * from './values';
export * from './draft-choices';
export * from './wizard.machine';
