import { consoleHome } from '#workflows';
import { endpoint } from '#app/http/api.server';
import { homeCall } from '../home-call';

export const homeEndpoint = endpoint(homeCall, consoleHome);
