// Routes with planted faults, for the checks over all routes: each check must name them.
import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { get, post } from '#contract/route.ts'
import type { Extension } from '#server/app.ts'
import type { Db } from '#server/platform/db/open.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Operation } from './every-route.ts'

const base = {
  auth: 'live',
  summary: '',
  description: '',
  params: z.strictObject({ tripId: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({}),
  ok: z.object({}),
} as const

const plant = (name: string, call: typeof get | typeof post = post): Operation => [
  `planted.${name}`,
  call(`/planted/${name}/:tripId`, base),
]

export const PLANTED = {
  /** Answers 200 to everybody, for any request. */
  open: plant('open'),
  /** Writes in a GET request. */
  read: plant('read', get),
  /** Refuses the body, but only after it has written a row. */
  writes: plant('writes'),
  /** Refuses a known id differently from an unknown one. */
  tells: plant('tells'),
  /** Answers that the resource does not exist, but has written a row. */
  hides: plant('hides'),
}

/** Serves the planted routes. `db` is called during the request, when the app has a database. */
export function plantedRoutes(
  db: () => Db,
  { isKnown = () => false }: { isKnown?: (id: string) => boolean } = {},
): Extension {
  const insertJob = () => {
    const now = new Date()
    const job = { name: 'planted', id: newId(), payload: '{}', run_at: now, created_at: now }
    return db()
      .insertInto('jobs')
      .values(job as never)
      .execute()
  }
  const writeAndRefuse = (code: ErrorCode) => async () => {
    await insertJob()
    throw new AppError(code)
  }
  return (app) => {
    app.removeAllContentTypeParsers()
    const options = { bodyLimit: 1_000_000, parseAs: 'string' } as const
    app.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    app.post('/api/planted/open/:tripId', async () => ({}))
    app.get('/api/planted/read/:tripId', async () => {
      await insertJob()
      return {}
    })
    app.post('/api/planted/writes/:tripId', writeAndRefuse('invalid_request'))
    app.post('/api/planted/hides/:tripId', writeAndRefuse('not_found'))
    app.post('/api/planted/tells/:tripId', async (request) => {
      const { tripId } = request.params as { tripId: string }
      throw new AppError(isKnown(tripId) ? 'forbidden' : 'not_found')
    })
  }
}
