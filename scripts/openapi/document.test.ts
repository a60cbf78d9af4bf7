import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { errorCodes, statusOf } from '#contract/errors.ts'
import { refusalsOf } from '#contract/refusals.ts'
import { openApiFile, TARGET } from '../openapi-docs.ts'
import { ROOT } from '../project.ts'
import examples from './examples.json' with { type: 'json' }

type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Answer = { $ref?: string; description?: string; headers?: object; content?: Content }
type Operation = {
  operationId: string
  description?: string
  security?: object[]
  parameters?: { name: string; schema: Schema; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, Answer>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

const text = await openApiFile()
const document = (): Document => JSON.parse(text)
const described = document()
const operations = Object.values(described.paths).flatMap((path) => Object.values(path))
const operation = (id: string) => operations.find(({ operationId }) => operationId === id)

function answerOf(each: Operation | undefined, status: number): Answer | undefined {
  const answer = each?.responses[status]
  const name = answer?.$ref?.split('/').at(-1)
  return name === undefined ? answer : described.components.responses[name]
}

/** Findings of `redocly lint` with the rules of redocly.yaml. */
function findings(planted: Document): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(planted))
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [cli, 'lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json']
  // The program would report its use, and ask for a newer version of itself.
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const env = { ...process.env, ...quiet }
  const run = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  rmSync(folder, { recursive: true })
  const { problems } = JSON.parse(run.stdout) as {
    problems: { ruleId: string; location: { pointer?: string }[] }[]
  }
  return problems.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`)
}

it('contract/openapi.json is equal to the generated description: npm run docs:api', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(text)
})

it('contains each exported schema once in the API description, under its name', () => {
  const { schemas } = document().components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['BookingView', 'Place', 'TripView', 'User']),
  )
  expect(text.match(/"TripView": \{/g)).toHaveLength(1)
})

it('describes that a call with an optional token also works without a token', () => {
  expect(document().paths['/trips/{tripId}']?.get?.security).toEqual([{}, { bearer: [] }])
})

it('names the headers of a call with a limit and an ETag', () => {
  const { responses = {} } = document().paths['/places/routes']?.get ?? {}
  expect(Object.keys(responses)).toContain('304')
  expect(Object.keys(responses['200']?.headers ?? {})).toEqual([
    'RateLimit',
    'RateLimit-Policy',
    'ETag',
  ])
  const refused = answerOf(operation('places.choices'), 429)
  expect(Object.keys(refused?.headers ?? {})).toContain('Retry-After')
})

it('passes the recommended rules of Redocly, which find the faults of one planted call', () => {
  const planted = document()
  const post = document().paths['/payments/create']?.post
  const body = post?.requestBody?.content['application/json']
  if (!post || !body) throw new Error('there is no call to copy')
  delete post.description
  body.example = { amount: 'mil' }
  planted.paths['/planted'] = { post: { ...post, operationId: 'planted' } }
  expect(findings(planted).sort()).toEqual([
    expect.stringMatching(/^no-invalid-media-type-examples: .*planted.*\/example\/amount$/),
    'operation-description: #/paths/~1planted/post/description',
  ])
})

it('says of each call whether it needs a token', () => {
  expect(operations.filter(({ security }) => security === undefined)).toEqual([])
  expect(operation('auth.login')?.security).toEqual([])
})

it('names each refusal of a call under its status, with a closed list of codes', () => {
  const missing = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, route]) =>
      refusalsOf(route).filter((code) => {
        const asked = operation(`${group}.${name}`)
        if (route.visited) return !asked?.responses[303]?.description?.includes(`\`${code}\``)
        const answer = answerOf(asked, statusOf(code))
        return !JSON.stringify(answer?.content ?? null).includes(`"${code}"`)
      }),
    ),
  )
  expect(missing).toEqual([])
  expect(described.components.schemas.ErrorCode?.enum).toEqual(errorCodes())
  const statuses = Object.keys(operation('bookings.book')?.responses ?? {})
  expect(statuses).toEqual(expect.arrayContaining(['401', '403', '409', '422', '429', 'default']))
})

it('describes integers in queries as integers, with their limits', () => {
  const [page] = operation('rewards.movements')?.parameters ?? []
  expect(page).toMatchObject({ name: 'page', schema: { type: 'integer', maximum: 10_000 } })
  expect(text).not.toMatch(/"type": "number",\s+"(const|enum)"/)
})

it('shows request and answer of the calls that an outside client needs', () => {
  expect(Object.keys(examples).length).toBeGreaterThanOrEqual(20)
  const shown = operations
    .filter((each) =>
      Object.values(each.responses).some(
        ({ content }) => content?.['application/json']?.example !== undefined,
      ),
    )
    .map(({ operationId }) => operationId)
  expect(shown.sort()).toEqual(Object.keys(examples).sort())
  const asked = operation('search.trips')?.parameters?.find(({ name }) => name === 'from')
  expect(asked?.example).toBe('11001')
})

it('describes each API operation with its own sentence', () => {
  const routes = Object.values(api).flatMap((group) => Object.values(group))
  const descriptions = routes.map(({ description }) => description)
  const copied = descriptions.filter((text, at) => descriptions.indexOf(text) !== at)
  expect(copied).toEqual([])
  expect(descriptions.filter((text) => !/^[A-Z].{20,}[.!]$/.test(text))).toEqual([])
})

it('summarises each call once, in English', () => {
  const routes = Object.values(api).flatMap((group) => Object.values(group))
  const summaries = routes.map(({ summary }) => summary)
  expect(summaries.filter((text, at) => summaries.indexOf(text) !== at)).toEqual([])
  const spanish = /[áéíóúñ¿]|\b(de|del|el|la|los|las|un|una|mi|mis|con|para|por|en)\b/i
  expect(summaries.filter((text) => spanish.test(text))).toEqual([])
})
