import { expect, it } from 'vitest'
import { newerIn, newerThanBaseline } from './browser-api.ts'

const newer = newerThanBaseline()

it.each([
  ['let a=Map.groupBy(b,c)', ['Map.groupBy']],
  ['URL.canParse(a)?1:2', ['URL.canParse']],
  ['new Intl.Segmenter(`es`)', ['Intl.Segmenter']],
  ['a.toSorted((b,c)=>b-c).toReversed()', ['toReversed', 'toSorted']],
  ['for(let a of b.values().map(c));', ['.values().map']],
  ['Promise.withResolvers()', ['Promise.withResolvers']],
])('the script %s uses what an old browser lacks', (script, found) => {
  expect(newerIn(script, newer)).toEqual(found)
})

it.each([
  'Array.from(a.values()).map(b).at(-1)',
  'typeof URL.canParse==`function`?URL.canParse(a):b',
  '`captureStackTrace`in Error&&Error.captureStackTrace(a)',
  'AbortSignal.timeout(8000)',
  'structuredClone(Object.fromEntries(a))',
])('the script %s runs in every browser of the baseline', (script) => {
  expect(newerIn(script, newer)).toEqual([])
})
