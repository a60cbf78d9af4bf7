import { z } from 'zod'
import { get, rawAnswer } from './route.ts'

export const operations = {
  health: get('/health', {
    auth: 'public',
    summary: 'Say that the process runs',
    description:
      'Says that the process runs, with its version. It reads nothing, so it is for ' +
      'restarting the process and not for sending it traffic.',
    ok: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  ready: get('/ready', {
    auth: 'public',
    summary: 'Say whether the process can serve',
    description:
      'Says whether the process can serve: it asks the database and compares its migrations. ' +
      'Meant for load balancers and deployments. `clock` is `wrong` while payments and ' +
      'deletions wait; the answer is 503 only when this process alone differs from the database.',
    ok: z.object({
      status: z.literal('ready'),
      database: z.literal('ok'),
      clock: z.enum(['ok', 'wrong']),
      migration: z.string(),
    }),
    errors: ['unavailable'],
  }),
  metrics: get('/metrics', {
    auth: 'public',
    summary: 'Read metrics for Prometheus',
    description:
      'Returns counters and histograms in the Prometheus text format. With a configured token ' +
      'the call needs it as a bearer; without one, only this machine may read them.',
    ok: z.string(),
    raw: true,
    errors: ['forbidden'],
  }),
  openapi: get('/openapi.json', {
    auth: 'public',
    summary: 'Read this API as OpenAPI 3.1',
    description:
      'Returns this document, made from the contract that the server validates with. In ' +
      'production it is served only with `API_DOCS=1`.',
    ...rawAnswer,
    errors: ['not_found'],
  }),
}
