import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openApiDocument } from './openapi.ts'

type Operation = { description?: string }
type Document = { paths: Record<string, Record<string, Operation>> }

const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] } as RulesetDefinition)

function document(): Document {
  return JSON.parse(JSON.stringify(openApiDocument('1.2.3')))
}

/** What the rules `spectral:oas` say, whatever its severity. */
async function findings(described: Document): Promise<string[]> {
  const results = await spectral.run(described)
  return results.map(({ code, path }) => `${code}: ${path.join('.')}`)
}

it('passes the OpenAPI rules of Spectral', async () => {
  expect(await findings(document())).toEqual([])
})

it('would not pass with an operation that has no description', async () => {
  const described = document()
  const { description: _, ...post } = described.paths['/trips']?.post ?? {}
  const planted = { ...described, paths: { '/trips': { post } } }
  expect(await findings(planted)).toEqual(['operation-description: paths./trips.post'])
})

it('describes each operation in words of its own', () => {
  const routes = Object.values(api).flatMap((group) => Object.values(group))
  const descriptions = routes.map(({ description }) => description)
  const copied = descriptions.filter((text, at) => descriptions.indexOf(text) !== at)
  expect(copied).toEqual([])
  expect(descriptions.filter((text) => !/^[A-Z].{20,}[.!]$/.test(text))).toEqual([])
})
