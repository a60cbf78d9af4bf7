import { readFileSync } from 'node:fs'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openApiFile, TARGET } from '../openapi-docs.ts'

type Operation = {
  description?: string
  security?: object[]
  responses?: Record<string, { headers?: object }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] } as RulesetDefinition)

const text = await openApiFile()
const document = (): Document => JSON.parse(text)

/** Findings of the rules `spectral:oas`, of every severity. */
async function findings(described: Document): Promise<string[]> {
  const results = await spectral.run(described)
  return results.map(({ code, path }) => `${code}: ${path.join('.')}`)
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
  expect(Object.keys(responses['429']?.headers ?? {})).toContain('Retry-After')
})

it('passes the OpenAPI rules of Spectral', async () => {
  expect(await findings(document())).toEqual([])
})

it('fails the OpenAPI rules with an operation without a description', async () => {
  const described = document()
  const { description: _, ...post } = described.paths['/trips']?.post ?? {}
  const planted = { ...described, paths: { ...described.paths, '/trips': { post } } }
  expect(await findings(planted)).toEqual(['operation-description: paths./trips.post'])
})

it('describes each API operation with its own sentence', () => {
  const routes = Object.values(api).flatMap((group) => Object.values(group))
  const descriptions = routes.map(({ description }) => description)
  const copied = descriptions.filter((text, at) => descriptions.indexOf(text) !== at)
  expect(copied).toEqual([])
  expect(descriptions.filter((text) => !/^[A-Z].{20,}[.!]$/.test(text))).toEqual([])
})
