export * from './values';
export * from './schemas';
export * from './catalogue';
export * from './wizard.machine';
