export * from './schemas';
export * from './compare';
export * from './values';
export { type Source, type TemplateLine, templateOf } from './templates';
