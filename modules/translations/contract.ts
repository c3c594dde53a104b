export * from './schemas';
export * from './values';
