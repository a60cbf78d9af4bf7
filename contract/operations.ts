import { z } from 'zod'
import { route } from './route.ts'

export const operations = {
  health: route({
    method: 'GET',
    path: '/health',
    auth: 'public',
    summary: 'El proceso está vivo',
    description:
      'Says that the process runs, with its version. It reads nothing, so it is for ' +
      'restarting the process and not for sending it traffic.',
    ok: z.object({ status: z.literal('ok'), version: z.string() }),
    errors: [],
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    auth: 'public',
    summary: 'Puede atender: base de datos y migraciones al día',
    description:
      'Says whether the process can serve: it asks the database and compares its migrations. ' +
      'Meant for load balancers and deployments.',
    ok: z.object({ status: z.literal('ready'), database: z.literal('ok'), migration: z.string() }),
    errors: ['unavailable'],
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    auth: 'public',
    summary: 'Métricas para Prometheus',
    description:
      'Counters and histograms in the Prometheus text format. With a token configured it is ' +
      'asked for as a bearer; otherwise only this machine may read them.',
    ok: z.string(),
    raw: true,
    errors: ['forbidden'],
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    auth: 'public',
    summary: 'Esta API en OpenAPI 3.1; en producción solo con API_DOCS=1',
    description:
      'This document, made from the contract that the server validates with. In production it ' +
      'is served only with `API_DOCS=1`.',
    ok: z.unknown(),
    raw: true,
    errors: ['not_found'],
  }),
}
