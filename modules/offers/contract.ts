export * from './schemas';
export * from './staff-schemas';
export * from './compare';
export * from './rates';
export * from './values';
export { type Source, type TemplateLine, templateOf } from './templates';
