export * from './catalogue';
export * from './lead-fields';
