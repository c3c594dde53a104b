import { prepare } from '../prepare';

process.exitCode = await prepare(process.env);
