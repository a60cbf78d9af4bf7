import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { inputText } from '#contract/common.ts'
import { post } from '#contract/route.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { report, runFuzz } from './fuzz/run-fuzz.ts'
import { openWorld } from './fuzz/world.ts'

/** Set by `npm run fuzz`; otherwise a sample with a fixed seed. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const MINUTES_MAX = 60

/** Planted calls with one fault each, which the fuzzer must find. */
const base = { auth: 'public', summary: '', description: '' } as const
const body = z.strictObject({ text: inputText().max(40), n: z.int().min(0).max(9) })
const ok = z.object({ id: z.string() })
const planted = {
  throws: post('/planted/throws', { ...base, body, ok }),
  leaks: post('/planted/leaks', { ...base, body, ok }),
  writes: post('/planted/writes', { ...base, body, ok, errors: ['trip_not_found'] }),
  undeclared: post('/planted/undeclared', { ...base, body, ok }),
  shapeless: post('/planted/shapeless', { ...base, body, ok }),
}

const world = await openWorld([
  (app) => {
    const read = (request: { body: unknown }) => body.safeParse(request.body).data
    app.post('/api/planted/throws', async (request) => {
      const sent = read(request)
      if (!sent) throw new AppError('invalid_request')
      if (sent.n === 9) throw new Error('a number that nobody thought of')
      return { id: 'a' }
    })
    app.post('/api/planted/leaks', async () => ({ id: 'a', passwordHash: 'x' }))
    app.post('/api/planted/writes', async () => {
      await world.shop.deps.db
        .insertInto('jobs')
        .values({
          name: 'x',
          id: newId(),
          payload: '{}',
          run_at: new Date(),
          created_at: new Date(),
        } as never)
        .execute()
      throw new AppError('trip_not_found')
    })
    app.post('/api/planted/undeclared', async () => {
      throw new AppError('own_trip')
    })
    app.post('/api/planted/shapeless', async (_request, reply) => reply.code(404).send('nada'))
  },
])

afterAll(() => world.writes.close())

it('finds each kind of planted fault, with a request that reproduces it', async () => {
  const operations = Object.entries(planted).map(([name, each]) => ({ name, route: each }))
  const { findings } = await runFuzz(world, { requests: 400, seed: 1, operations })
  const kinds = new Set(findings.map(({ operation, kind }) => `${operation}: ${kind}`))
  expect([...kinds].sort()).toEqual([
    'leaks: leak',
    'shapeless: shape',
    'throws: failure',
    'undeclared: code',
    'writes: write',
  ])
  expect(findings.find(({ operation }) => operation === 'throws')?.sent).toMatch(/seed \d+: POST/)
})

it(
  'finds no fault when it fuzzes the calls of the contract as every role',
  async () => {
    const outcome = await runFuzz(world, { requests: REQUESTS, seed: SEED })
    process.stdout.write(`${report(outcome)}\n`)
    expect(outcome.findings.map(({ kind, operation, what }) => [kind, operation, what])).toEqual([])
    expect(outcome.requests).toBeGreaterThanOrEqual(REQUESTS)
    expect(Object.keys(outcome.statuses)).toEqual(expect.arrayContaining(['2xx', '4xx']))
  },
  MINUTES_MAX * 60_000,
)
