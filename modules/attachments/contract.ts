export * from './calls';
export * from './dto';
export * from './uploading';
