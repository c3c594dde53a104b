export * from './calls';
export * from './dto';
