import { z } from 'zod'
import { route } from './route.ts'

export const operations = {
  health: route({
    method: 'GET',
    path: '/health',
    auth: 'public',
    summary: 'El proceso está vivo',
    ok: z.object({ status: z.literal('ok'), version: z.string() }),
    errors: [],
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    auth: 'public',
    summary: 'Puede atender: base de datos y migraciones al día',
    ok: z.object({ status: z.literal('ready'), database: z.literal('ok'), migration: z.string() }),
    errors: ['unavailable'],
  }),
  metrics: route({
    method: 'GET',
    path: '/metrics',
    auth: 'public',
    summary: 'Métricas para Prometheus',
    ok: z.string(),
    raw: true,
    errors: ['forbidden'],
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    auth: 'public',
    summary: 'Esta API en OpenAPI 3.1; en producción solo con API_DOCS=1',
    ok: z.unknown(),
    raw: true,
    errors: ['not_found'],
  }),
}
