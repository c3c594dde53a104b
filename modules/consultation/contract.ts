export * from './values';
export * from './schemas';
export * from './catalogue';
export * from './draft-choices';
export * from './wizard.machine';
