export * from './values';
export * from './schemas';
export * from './catalogue';
export * from './photo-slots';
export * from './wizard.machine';
